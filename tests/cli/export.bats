#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong export: what the files hold, and that they are complete or absent. tests/python/test_export.py reads the arrays.

load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    huarong enumerate tile:3x3 --engine frontier --out index.table --quiet
    huarong enumerate tile:3x3 --engine planes --out planes.table --quiet
    huarong enumerate klotski:4x4 --from TXXTBXXBTLRTB..B --out keys.table --quiet
    huarong openings klotski:4x4 --out openings.table --quiet
}

setup() { cd "$BATS_FILE_TMPDIR" || return 1; }

# layers TABLE: its numbers of states at each distance.
layers() { huarong info "$1" --csv; }

@test "CSV has a row for each state, with the distance that query gives" {
    long_tier_only
    for table in index planes keys openings; do
        run -0 --separate-stderr huarong export $table.table --out $table.csv
        [[ -z $output && -z $stderr ]]
        [[ $(head -n 1 $table.csv) == index,distance,state ]]
        diff <(layers $table.table) <(echo distance,states && sed 1d $table.csv | cut -d , -f 2 | grep . | sort -n | uniq -c | awk '{print $2 "," $1}')
        diff <(sed 1d $table.csv | awk -F , 'NR % 777 == 1 {print ($2 == "" ? "-" : $2) "\t" $3}') \
            <(sed 1d $table.csv | awk -F , 'NR % 777 == 1 {print $3}' | huarong query $table.table)
    done
    cmp index.csv planes.csv
    grep -q '^[0-9]*,,' openings.csv
}

@test "CSV has a state with commas and quotation marks as one value" {
    huarong enumerate 'blocks:start: ,".;goal: .,"' --out signs.table --quiet
    huarong export signs.table --out signs.csv
    [[ $(sed 1d signs.csv) == $',0,",""."\n,1,",."""\n,2,".,"""' ]]
}

@test "--at leaves out the other rows" {
    huarong export openings.table --out some.csv --at 3-4
    diff some.csv <(huarong export openings.table --out all.csv && awk -F , 'NR == 1 || $2 == 3 || $2 == 4' all.csv)
    [[ $(wc -l <some.csv) -gt 2 ]]
}

@test "text has the states of one distance" {
    huarong export openings.table --out layer.txt --at 5
    [[ $(wc -l <layer.txt) -eq $(layers openings.table | sed -n 's/^5,//p') ]]
    run -0 --separate-stderr huarong query openings.table <layer.txt
    [[ $(grep -c $'^5\t' <<<"$output") -eq $(wc -l <layer.txt) && ${#lines[@]} -gt 100 ]]
}

@test "--format goes before the end of the name" {
    huarong export index.table --out layer.csv --format text --at 31
    diff layer.csv <(huarong query index.table --at 31 | cut -f 2)
}

@test "with --format all goes to standard output, unless --out names a file" {
    huarong export index.table --out as.csv
    huarong export index.table --format csv | cmp - as.csv
    huarong export index.table --format csv --out - | cmp - as.csv
    huarong export index.table --out as.npy
    huarong export index.table --format npy | cmp - as.npy
    huarong export index.table --format text --at 31 | cmp - <(huarong query index.table --at 31 | cut -f 2)
    run -2 script -qec "'$HR_PROGRAM' export index.table --format npy" /dev/null </dev/null
    [[ $output == *"an array is not for a terminal: give --out FILE"* ]]
    # shellcheck disable=SC2016 # for the inner shell
    run -4 bash -c '"$0" export index.table --format csv >/dev/full' "$HR_PROGRAM"
    [[ ! -e ./- ]]
}

@test "a file is replaced only with --force" {
    echo mine >old.csv
    run -4 --separate-stderr huarong export index.table --out old.csv
    [[ $stderr == *"already exists"*--force* && $(cat old.csv) == mine ]]
    huarong export index.table --out old.csv --force
    [[ $(wc -l <old.csv) -eq 181441 ]]
}

@test "a full disk, a damaged table or an unknown directory leaves no file" {
    run -4 --separate-stderr bash -c 'trap "" XFSZ; ulimit -f 64; exec "$@"' bash "$HR_PROGRAM" export index.table --out cut.csv
    [[ $stderr == "huarong export: cut.csv: cannot write: "* ]]
    run -4 --separate-stderr huarong export index.table --out none/x.csv
    [[ $stderr == *"no such directory"* ]]
    cp index.table damaged.table
    printf '\x7f' | dd of=damaged.table bs=1 seek=$(($(stat -c %s damaged.table) - 1)) conv=notrunc status=none
    run -4 --separate-stderr huarong export damaged.table --out damaged.csv
    [[ $stderr == *"wrong checksum"* ]]
    [[ -z $(find . -name 'cut*' -o -name 'damaged.csv*' -o -name '*.partial') ]]
}

@test "wrong usage" {
    refused() {
        run -2 --separate-stderr huarong export "${@:2}"
        [[ -z $output && $stderr == "huarong export: "*"$1"* ]]
    }
    refused "give --out FILE, or --format for standard output" index.table
    refused "give --out FILE, or --format for standard output" index.table --out -
    refused "give --format npy, csv or text" index.table --out x.dat
    refused "there are npy, csv and text" index.table --out x.csv --format xls
    refused "an array has all distances" index.table --out x.npy --at 3
    refused "give --at" index.table --out x.txt
    refused "the greatest distance in this table is 31" index.table --out x.txt --at 32
    refused "index.table" index.table --out index.table --format csv --force
    [[ ! -e x.csv && ! -e x.npy && ! -e x.txt ]]
}
