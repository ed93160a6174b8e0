#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# huarong export: what the files hold, and that they are complete or absent. tests/python/test_export.py reads the arrays.

load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    huarong enumerate tile:3x3 --engine frontier --table index.table --quiet
    huarong enumerate tile:3x3 --engine planes --table planes.table --quiet
    huarong enumerate klotski:4x4 --from TXXTBXXBTLRTB..B --table keys.table --quiet
    huarong openings klotski:4x4 --table openings.table --quiet
}

setup() { cd "$BATS_FILE_TMPDIR" || return 1; }

# layers TABLE: its numbers of states at each distance.
layers() { huarong info "$1" --csv; }

@test "CSV has a row for each state, with the distance that query gives" {
    long_tier_only
    for table in index planes keys openings; do
        run -0 --separate-stderr huarong export $table.table --output $table.csv
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
    huarong enumerate 'blocks:start: ,".;goal: .,"' --table signs.table --quiet
    huarong export signs.table --output signs.csv
    [[ $(sed 1d signs.csv) == $',0,",""."\n,1,",."""\n,2,".,"""' ]]
}

@test "--at leaves out the other rows" {
    huarong export openings.table --output some.csv --at 3-4
    diff some.csv <(huarong export openings.table --output all.csv && awk -F , 'NR == 1 || $2 == 3 || $2 == 4' all.csv)
    [[ $(wc -l <some.csv) -gt 2 ]]
    huarong export index.table --output near.csv --at 3-7
    huarong export planes.table --format csv --at 3-7 | cmp - near.csv
}

@test "--format goes before the end of the name" {
    huarong export index.table --output layer.npy --format csv --at 31
    diff <(sed 1d layer.npy | cut -d , -f 3) <(huarong query index.table --at 31 | cut -f 2)
}

@test "with --format all goes to standard output, unless --output names a file" {
    huarong export index.table --output as.csv
    huarong export index.table --format csv | cmp - as.csv
    huarong export index.table --format csv --output - | cmp - as.csv
    huarong export index.table --output as.npy
    huarong export index.table --format npy | cmp - as.npy
    run -2 script -qec "'$HR_PROGRAM' export index.table --format npy" /dev/null </dev/null
    [[ $output == *"an array is not for a terminal: give --output FILE"* ]]
    # shellcheck disable=SC2016 # for the inner shell
    run -4 bash -c '"$0" export index.table --format csv >/dev/full' "$HR_PROGRAM"
    [[ ! -e ./- ]]
}

@test "a file is replaced only with --force" {
    echo mine >old.csv
    run -4 --separate-stderr huarong export index.table --output old.csv
    [[ $stderr == *"already exists"*--force* && $(cat old.csv) == mine ]]
    huarong export index.table --output old.csv --force
    [[ $(wc -l <old.csv) -eq 181441 ]]
}

@test "a full disk, a damaged table or an unknown directory leaves no file" {
    run -4 --separate-stderr bash -c 'ulimit -f 64; exec "$@"' bash "$HR_PROGRAM" export index.table --output cut.csv
    [[ $stderr == "huarong export: cut.csv: cannot write: "* ]]
    run -4 --separate-stderr huarong export index.table --output none/x.csv
    [[ $stderr == *"no such directory"* ]]
    cp index.table damaged.table
    printf '\x7f' | dd of=damaged.table bs=1 seek=$(($(stat -c %s damaged.table) - 1)) conv=notrunc status=none
    run -4 --separate-stderr huarong export damaged.table --output damaged.csv
    [[ $stderr == *"wrong checksum"* ]]
    [[ -z $(find . -name 'cut*' -o -name 'damaged.csv*' -o -name '*.partial') ]]
}
