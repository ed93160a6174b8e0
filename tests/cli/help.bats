#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Help and version: on stdout, exit 0, without MPI.

load helper

setup() {
    # Whoever starts MPI fails: help and wrong usage must not notice.
    export OMPI_MCA_pml=no_such_component SLURM_PROCID=0
}

@test "the trap works: a search cannot start MPI here" {
    run huarong enumerate tile:2x2
    [[ $status -ne 0 ]]
}

@test "--help, -h and help without an argument list the commands" {
    for how in --help -h help; do
        run -0 --separate-stderr huarong "$how"
        [[ $output == *"Usage: huarong COMMAND"* && $output == *enumerate* && -z $stderr ]]
    done
}

@test "--version names the program, its version, and how it was built" {
    local how
    for how in -V version; do
        [[ $(huarong "$how") == "$(huarong --version)" ]]
    done
    run -0 --separate-stderr huarong --version
    [[ ${lines[0]} =~ ^huarong\ [0-9]+\.[0-9]+\.[0-9]+$ && ${#lines[@]} -eq 5 && -z $stderr ]]
    [[ ${lines[1]} == "build     $(sed -n 's/^CMAKE_BUILD_TYPE:[A-Z]*=//p' "$HR_BINARY_DIR/CMakeCache.txt")" ]]
    [[ ${lines[2]} =~ ^compiler\ \ (GNU|Clang)\ [0-9]+\.[0-9]+ ]]
    [[ ${lines[3]} =~ ^MPI\ {7}Open\ MPI\ v[0-9]+\.[0-9.]+$ ]]
    [[ ${lines[4]} =~ ^vectors\ \ \ portable(\ avx2)?(\ avx512)?\ on\ this\ processor$ ]]
    [[ ! -e /proc/cpuinfo || $(uname -m) != x86_64 || $(grep -cw avx2 /proc/cpuinfo) -eq 0 || ${lines[4]} == *avx2* ]]
}

@test "every command explains itself in two ways" {
    while read -r command; do
        run -0 --separate-stderr huarong "$command" --help
        [[ ${lines[0]} == "Usage: huarong $command"* && -z $stderr ]]
        direct=$output
        run -0 --separate-stderr huarong help "$command"
        [[ $output == "$direct" ]]
    done < <(huarong --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
}

@test "every topic of the help is there" {
    while read -r topic; do
        run -0 --separate-stderr huarong help "$topic"
        [[ ${#lines[@]} -gt 3 && -z $stderr ]]
    done < <(huarong --help | sed -n 's/^  huarong help \([a-z]*\) .*/\1/p')
}

@test "the help on formats lists the forms of each command" {
    local row command forms found listed=
    unset OMPI_MCA_pml SLURM_PROCID # a rank refuses values after it has started MPI
    while read -r row; do
        forms=$(tr ' ' '\n' <<<"${row%%  *}" | sort)
        for command in ${row##*  }; do
            run -2 --separate-stderr huarong "$command" x --format=none
            found=$(sed 's/.* is none of //; s/,//g; s/ and / /' <<<"$stderr" | tr ' ' '\n' | sort)
            [[ $stderr == "huarong $command: --format: 'none' is none of "* && $found == "$forms" ]]
            listed+=$command$'\n'
        done
    done < <(huarong help formats | sed -n 's/^  \([a-z]\)/\1/p')
    diff <(sort <<<"${listed%?}") <(huarong --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' | while read -r command; do
        if huarong help "$command" | grep -q '^  .*--format='; then echo "$command"; fi
    done | sort)
}

@test "help knows each metric" {
    for topic in metric unit slide move; do
        [[ $(huarong help "$topic") == "$(huarong help metrics)" ]]
    done
    run -0 huarong help metrics
    [[ $output == *116*90*81* ]]
}

@test "help lines fit a terminal" {
    while read -r what; do
        huarong help "$what" >"$BATS_TEST_TMPDIR/help"
        while IFS= read -r line; do
            [[ ${#line} -le 80 ]] || { echo "$what: $line" && return 1; }
        done <"$BATS_TEST_TMPDIR/help"
    done < <(huarong --help | sed -n 's/^  huarong help \([a-z]*\) .*/\1/p; /^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
}

@test "--help wins over everything else on the line" {
    run -0 --separate-stderr huarong enumerate tile:99x99 --nonsense --help
    [[ ${lines[0]} == "Usage: huarong enumerate"* && -z $stderr ]]
}

@test "named openings are listed" {
    run -0 --separate-stderr huarong help klotski
    local name
    for name in 横刀立马 水泄不通2 橫刀立馬 四將連關 "Red Donkey" "L'âne rouge" "Only 18 Steps" "Heng Dao Li Ma"; do
        [[ $output == *" $name"[$' \n']* || $output == *" $name" ]] || { echo "$name" && return 1; }
        huarong draw klotski "$name" --notation letters
    done
    [[ $(grep -o 井中之蛙 <<<"$output" | wc -l) -eq 1 ]] # the same in both scripts
    local unit slide move count=0
    while IFS=, read -r name _ _ unit slide move; do
        [[ $unit != -1 ]] || unit=- slide=- move=- # 2 is behind the name of the second opening that has this name
        grep -qxE "  ${name}2? +$move +$slide +$unit" <<<"$output" || { echo "$name" && return 1; }
        count=$((count + 1))
    done < <(cd "$HR_SOURCE_DIR/tests/golden/klotski" && { sed 1d openings40.csv && sed 1d openings.csv | cut -d, -f1-3,8-10; } | tr -d '\r')
    [[ $count -eq 48 ]]
}

@test "a player of Klotski finds the command and the metrics" {
    run -0 --separate-stderr huarong help
    [[ $output == *"  solve PUZZLE [STATE]... "*Klotski*"  openings "* ]]
    run -0 --separate-stderr huarong help solve
    [[ $output == *116*unit*90*slide*81*move* ]]
}

@test "the manual gives the exit codes as the help does" {
    run -0 --separate-stderr huarong help exit
    [[ $output == *$'\n70  out of memory, an error from MPI, or an error in the program' ]]
    grep -qx 'Out of memory, an error from MPI, or an error in the program.' "$HR_SOURCE_DIR/src/cli/manual/huarong.1"
}

@test "on four ranks help is printed once" {
    run -0 --separate-stderr ranks 4 --version
    [[ ${#lines[@]} -eq 5 ]]
    run -0 --separate-stderr ranks 4 enumerate --help
    [[ $(grep -c '^Usage:' <<<"$output") -eq 1 ]]
}

@test "without arguments: usage on stderr, exit 2" {
    unset SLURM_PROCID # ranks agree on a failure by MPI
    run -2 --separate-stderr huarong
    [[ -z $output && $stderr == *"Usage: huarong COMMAND"* ]]
}

@test "an unknown command, option or topic: one line, exit 2" {
    unset SLURM_PROCID # ranks agree on a failure by MPI
    run -2 --separate-stderr huarong enumerat
    [[ -z $output && $stderr == "huarong: unknown command 'enumerat': did you mean 'enumerate'?" ]]
    run -2 --separate-stderr huarong count
    [[ -z $output && $stderr == "huarong: unknown command 'count': see 'huarong help' for what there is" ]]
    run -2 --separate-stderr huarong enumerate tile:3x3 --max-dept=3
    [[ -z $output && $stderr == "huarong enumerate: unknown option '--max-dept': did you mean --max-depth?" ]]
    run -2 --separate-stderr huarong --versions
    [[ -z $output && $stderr == "huarong: unknown option '--versions': "* ]]
    run -2 --separate-stderr huarong help enumerat
    [[ -z $output && $stderr == "huarong help: "*"'enumerat'"* ]]
}

@test "wrong usage is refused" {
    unset SLURM_PROCID
    run -2 --separate-stderr huarong enumerate tile:3x3 --nonsense
    [[ -z $output && $stderr == "huarong enumerate: unknown option '--nonsense': "* ]]
    run -2 --separate-stderr huarong enumerate tile:99x99
    [[ -z $output && $stderr == "huarong enumerate: "* ]]
}
