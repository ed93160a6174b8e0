#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Tables from the command line: written, described, asked, proved, and refused when they are not what they should be.

# shellcheck disable=SC2154 # bats sets stderr and stderr_lines

load helper

setup_file() {
    export TABLES=$BATS_FILE_TMPDIR
    huarong enumerate tile:3x3 --engine frontier --table "$TABLES/eight" -q
    huarong enumerate tile:3x3 --engine planes --table "$TABLES/bits" -q
    huarong enumerate klotski --from 横刀立马 --table "$TABLES/opening" -q
}

@test "the same bytes on any number of ranks" {
    for n in $(of_tier 3 2); do
        ranks "$n" enumerate tile:3x3 --engine frontier --no-symmetry --table "$BATS_TEST_TMPDIR/eight$n" -q
        cmp "$TABLES/eight" "$BATS_TEST_TMPDIR/eight$n"
        ranks "$n" enumerate klotski --from 横刀立马 --table "$BATS_TEST_TMPDIR/opening$n" -q
        cmp "$TABLES/opening" "$BATS_TEST_TMPDIR/opening$n"
        ranks "$n" enumerate tile:3x3 --engine planes --table "$BATS_TEST_TMPDIR/bits$n" -q
        cmp "$TABLES/bits" "$BATS_TEST_TMPDIR/bits$n"
    done
}

@test "a state's distance, from the command line and from a stream" {
    run -0 --separate-stderr huarong query "$TABLES/eight" --puzzle tile:3x3 --metric unit "8 6 7 2 5 4 3 0 1" "1,2,3,4,5,6,7,_,8"
    [[ ${lines[0]} == $'31\t8 6 7 2 5 4 3 0 1' && ${lines[1]} == $'1\t1,2,3,4,5,6,7,_,8' ]]
    run -0 --separate-stderr huarong query "$TABLES/eight" < <(printf '8 6 7 2 5 4 3 0 1\r\n\n1 2 3 4 5 6 7 8 0')
    [[ ${#lines[@]} -eq 2 && ${lines[0]} == 31* && ${lines[1]} == 0* && $output != *$'\r'* ]]
    run -0 --separate-stderr huarong query "$TABLES/opening" 横刀立马 1A9BF0C
    [[ $stderr == "huarong query: this table gives the distance from TXXTBXXBTLRTBooBo..o, not to a solved board" ]]
    [[ ${lines[0]} == $'0\t横刀立马' && ${lines[1]} == $'0\t1A9BF0C' ]]
}

@test "a notice comes after an answer, never before an error, and not with --quiet" {
    run -0 huarong query "$TABLES/opening" 横刀立马
    [[ ${lines[0]} == $'0\t横刀立马' && ${lines[1]} == *"not to a solved board" ]]
    run -0 --separate-stderr huarong query "$TABLES/opening" 横刀立马 -q
    [[ $output == $'0\t横刀立马' && -z $stderr ]]
    run -2 --separate-stderr huarong query "$TABLES/opening" XXXX
    [[ ${#stderr_lines[@]} -eq 1 && $stderr == *"XXXX"* ]]
    run -0 --separate-stderr huarong query "$TABLES/opening" --at 9999 --quiet
    [[ -z $output && -z $stderr ]]
    run -0 --separate-stderr huarong query "$TABLES/opening" --quiet </dev/null
    [[ -z $output && -z $stderr ]]
}

@test "a state's numbers may be several arguments" {
    [[ $(huarong query "$TABLES/eight" 8 6 7 2 5 4 3 0 1) == $'31\t8 6 7 2 5 4 3 0 1' ]]
    run -2 huarong query "$TABLES/eight" 8 6 7 2
    [[ $output == *"4 numbers for a board of 9 cells"* ]]
}

@test "a stream may have comments and a byte order mark, and without any state says so" {
    run -0 --separate-stderr huarong query "$TABLES/eight" < <(printf '\xef\xbb\xbf8 6 7 2 5 4 3 0 1\n# solved:\n#\n#x\n #0\n1 2 3 4 5 6 7 8 0\n')
    [[ $output == $'31\t8 6 7 2 5 4 3 0 1\n0\t1 2 3 4 5 6 7 8 0' && -z $stderr ]]
    run -0 --separate-stderr bash -c "'$HR_PROGRAM' query '$TABLES/eight' <&-"
    [[ -z $output && $stderr == "huarong query: there is no state on standard input" ]]
    run -0 huarong query "$TABLES/eight" --quiet </dev/null
    [[ -z $output ]]
}

@test "a stream may have names, comments behind states, and a first line that names columns" {
    local board=TXXTBXXBTLRTBooBo..o
    run -0 --separate-stderr huarong query "$TABLES/opening" -q < <(printf '7 %s\r\n横刀立马 # the classic\n"a, b",1A9BF0C # x\n' $board)
    [[ $output == "0"$'\t'"$board"$'\t7\n0\t横刀立马\n0\t1A9BF0C\ta, b' ]]
    run -0 --separate-stderr huarong query "$TABLES/eight" < <(printf 'id,state,moves\n"Nr # 1","8 6 7 2 5 4 3 0 1",31\n2,"1,2,3,4,5,6,7,8,0",0\n')
    [[ $output == $'31\t8 6 7 2 5 4 3 0 1\tNr # 1\n0\t1,2,3,4,5,6,7,8,0\t2' ]]
    run -0 --separate-stderr huarong query "$TABLES/eight" --format=jsonl < <(printf 'x 8 6 7 2 5 4 3 0 1 # far\n1 2 3 4 5 6 7 8 0\n')
    [[ $(jq -c '[.name, .distance]' <<<"$output") == $'["x",31]\n[null,0]' ]]
    run -2 --separate-stderr huarong query "$TABLES/opening" -q < <(printf 'id,state\n1,%s\n2\n' $board)
    [[ $output == 0$'\t'"$board"$'\t1' && $stderr == "huarong query: standard input, line 3: the row has no column 2, which has the position" ]]
}

@test "a long stream is answered line by line" {
    huarong query "$TABLES/eight" --at 0-31 --limit 200k >"$BATS_TEST_TMPDIR/all"
    [[ $(wc -l <"$BATS_TEST_TMPDIR/all") -eq 181440 ]]
    cut -f2 "$BATS_TEST_TMPDIR/all" | huarong query "$TABLES/eight" | cmp - "$BATS_TEST_TMPDIR/all"
    [[ $(cut -f1 "$BATS_TEST_TMPDIR/all" | sort -n | uniq -c | awk '{print $2 "," $1}') == "$(huarong info "$TABLES/eight" --csv | tail -n +2)" ]]
}

@test "an answer comes before the next question" {
    coproc HUARONG { "$HR_PROGRAM" query "$TABLES/eight"; }
    echo "1 2 3 4 5 6 7 0 8" >&"${HUARONG[1]}"
    read -r -t 20 answer <&"${HUARONG[0]}"
    [[ $answer == 1* ]]
    echo "8 6 7 2 5 4 3 0 1" >&"${HUARONG[1]}"
    read -r -t 20 answer <&"${HUARONG[0]}"
    [[ $answer == 31* ]]
}

@test "a path goes to the source, move by move" {
    run -0 --separate-stderr huarong query "$TABLES/eight" "1 2 3 4 5 6 0 7 8" --path
    [[ ${lines[1]} == "  R R" ]]
    run -0 --separate-stderr huarong query "$TABLES/eight" "8 6 7 2 5 4 3 0 1" --path --format=jsonl
    [[ $(jq '.path | length' <<<"$output") -eq 31 ]]
    [[ $(jq -r '.path[-1].state' <<<"$output") == "1 2 3 4 5 6 7 8 0" ]]
    run -0 --separate-stderr huarong query "$TABLES/opening" --at 2 --limit 1 --path
    [[ ${#lines[@]} -eq 3 && ${lines[2]} =~ ^\ +2\ \ (single|horizontal|vertical|2x2)\ from\ .,.\ to\ .,.$ ]]
}

@test "the hardest, random ones, all at a distance, a piece set" {
    run -0 --separate-stderr huarong query "$TABLES/eight" --hardest 2
    [[ ${lines[0]} == 31* && ${lines[1]} == 31* && ${#lines[@]} -eq 2 ]]
    run -0 --separate-stderr huarong query "$TABLES/eight" --random 5 --at 20-22
    [[ ${#lines[@]} -eq 5 && $(cut -f1 <<<"$output" | sort -u | grep -cvE '^2[012]$') -eq 0 ]]
    [[ $output == "$(huarong query "$TABLES/eight" --random 5 --at 20-22)" ]]
    [[ $output != "$(huarong query "$TABLES/eight" --random 5 --at 20-22 --seed 7)" ]]
    run -0 --separate-stderr huarong query "$TABLES/eight" --at 31
    [[ ${#lines[@]} -eq 2 ]]
    run -0 --separate-stderr huarong query "$TABLES/opening" --hardest 1 --pieces 1,4,4 --draw
    [[ ${lines[0]} == 167* && ${#lines[@]} -eq 12 ]]
    run -0 --separate-stderr huarong query "$TABLES/opening" --hardest 1 --pieces 2,3,4
    [[ -z $output ]]
}

# 3x6 has 3,412,446 openings, of which 2,101,010 can be solved.
@test "a million states are shown, and that there may be more is said, unless a number is asked for" {
    cd "$BATS_TEST_TMPDIR"
    huarong openings klotski:3x6 --table big -q
    for words in "" "--limit 1M" -q; do
        # shellcheck disable=SC2086 # several words
        huarong query big --at 0-999 $words 2>said.err | wc -l >lines
        [[ $(<lines) -eq 1000000 && $(<said.err) == "$([[ -n $words ]] || echo "huarong query: these are the first 1,000,000; --limit shows more")" ]]
    done
}

@test "bad states: exit 2, which line, and what came before" {
    run -2 --separate-stderr huarong query "$TABLES/eight" "1 2 3 4 5 6 7 0 8" "1 2 3"
    [[ $output == 1$'\t'* && ${#stderr_lines[@]} -eq 1 && $stderr == "huarong query: "* ]]
    run -2 --separate-stderr huarong query "$TABLES/eight" 横刀立马
    run -2 --separate-stderr huarong query "$TABLES/eight" < <(printf '1 2 3 4 5 6 7 0 8\n\nx\n')
    [[ $output == 1$'\t'* && $stderr == *"line 3: "* ]]
    run -2 --separate-stderr huarong query "$TABLES/eight" < <(head -c 100000 /dev/zero | tr '\0' 1)
    [[ $stderr == "huarong query: standard input, line 1: bad state: tile 1111"* ]]
    run -2 --separate-stderr huarong query "$TABLES/eight" < <(printf '1 2 3 4 5 6 7 0 8\n\xef\xbb\xbf8 6 7 2 5 4 3 0 1\n') # the mark is no longer at the beginning
    [[ $output == 1$'\t'* && $stderr == *"line 2: "* ]]
    run -2 --separate-stderr huarong query "$TABLES/eight" </dev/zero
    [[ $stderr == *"not text"* ]]
}

@test "who must type states at a terminal is told" {
    cd "$BATS_TEST_TMPDIR"
    type_state "1 2 3 4 5 6 7 0 8" $'^1\t1 2 3' query "$TABLES/eight"
    grep -q "huarong query: reading positions from the terminal, one a line; Ctrl-D ends them" screen
    type_state "1 2 3 4 5 6 7 0 8" $'^1\t1 2 3' query "$TABLES/eight" -q
    run ! grep reading screen
}

@test "verify proves right tables on any number of ranks" {
    run -0 --separate-stderr ranks 3 verify "$TABLES/eight"
    [[ $output == *"verified"*"181,440 states"* ]]
    run -0 --separate-stderr huarong verify "$TABLES/opening" --json
    [[ $(jq -c '[.verified, .states, .reached]' <<<"$output") == '[true,25955,25955]' ]]
    run -0 --separate-stderr huarong verify "$TABLES/eight" --against "$TABLES/eight" --quiet
    [[ ${#lines[@]} -eq 2 && $output == *"verified"*"the same distances"* && -z $stderr ]]
}

@test "verify tells how many neighbours it has asked" {
    # 2x3: the blank has 60 states in each cell, with two neighbours in the four corners and three in the middle of the long sides
    run -0 --separate-stderr ranks 2 verify "$HR_SOURCE_DIR/tests/golden/tile-2x3.table" --json
    [[ $(jq -c '[.states, .reached, .neighbours]' <<<"$output") == "[360,360,$((60 * (4 * 2 + 2 * 3)))]" ]]
}

@test "verify: other puzzles and other distances" {
    run -4 --separate-stderr huarong verify "$TABLES/eight" --against "$TABLES/opening"
    huarong enumerate tile:3x3 --metric slide --table "$BATS_TEST_TMPDIR/slide" -q
    run -4 --separate-stderr huarong verify "$BATS_TEST_TMPDIR/slide" --against "$TABLES/eight"
    [[ $stderr == *"in another metric: unit, not slide"* ]]
}

# flip FILE BYTE: change one bit.
flip() {
    local value
    value=$(od -An -tu1 -j "$2" -N 1 "$1")
    # shellcheck disable=SC2059 # the byte is the format
    printf "\\x$(printf %x $((value ^ 16)))" | dd of="$1" bs=1 seek="$2" conv=notrunc status=none
}

@test "one bit a state: the same answers in an eighth of the space" {
    [[ $(huarong info "$TABLES/bits" --json | jq -c '[.encoding, .value_bits, .entries, .max_distance]') == '["planes",1,181440,31]' ]]
    huarong query "$TABLES/eight" --random 1000 >"$BATS_TEST_TMPDIR/some"
    cut -f2 "$BATS_TEST_TMPDIR/some" | huarong query "$TABLES/bits" | cmp - "$BATS_TEST_TMPDIR/some"
    for words in "--path" "--next" "--path --json"; do
        # shellcheck disable=SC2086 # several words
        [[ $(huarong query "$TABLES/bits" "8 6 7 2 5 4 3 0 1" $words) == "$(huarong query "$TABLES/eight" "8 6 7 2 5 4 3 0 1" $words)" ]]
    done
    [[ $(huarong query "$TABLES/bits" --hardest 2 | sort) == "$(huarong query "$TABLES/eight" --hardest 2 | sort)" ]]
    [[ $(huarong query "$TABLES/bits" --at 0-9 | sort) == "$(huarong query "$TABLES/eight" --at 0-9 | sort)" ]]
    run -2 --separate-stderr huarong query "$TABLES/bits" --at 5 --random 100
    [[ $stderr == *"only 20 states at the distances asked for, of which at most 10 can be chosen at random: ask for fewer, or leave out the choice to get all" ]]
    run -0 --separate-stderr huarong query "$TABLES/bits" --random 3 --at 20
    [[ ${#lines[@]} -eq 3 && $(cut -f1 <<<"$output" | sort -u) == 20 ]]
    run -2 huarong query "$TABLES/bits" --hardest 100
    run -0 --separate-stderr ranks 2 verify "$TABLES/bits" --against "$TABLES/eight"
    [[ $output == *"the same distances"* ]]
    run -0 --separate-stderr ranks 2 verify "$TABLES/eight" --against "$TABLES/bits"
}

@test "a flipped bit: exit 4 and one line" {
    cp "$TABLES/eight" "$BATS_TEST_TMPDIR/damaged"
    flip "$BATS_TEST_TMPDIR/damaged" 185535
    run -4 --separate-stderr ranks 2 verify "$BATS_TEST_TMPDIR/damaged"
    [[ -z $output && $(grep -c "damaged: wrong checksum of chunk" <<<"$stderr") -eq 1 ]]
    run -4 --separate-stderr huarong query "$BATS_TEST_TMPDIR/damaged" --at 31
    [[ $stderr == *"damaged: wrong checksum of chunk"* && ${#stderr_lines[@]} -eq 1 ]]
    flip "$BATS_TEST_TMPDIR/damaged" 200
    run -4 --separate-stderr huarong info "$BATS_TEST_TMPDIR/damaged"
    [[ -z $output && ${#stderr_lines[@]} -eq 1 ]]
}

@test "a program, a pipe, no table at all: exit 4" {
    run -4 --separate-stderr huarong info "$HR_PROGRAM"
    [[ $stderr == *"not a huarong table"* ]]
    mkfifo "$BATS_TEST_TMPDIR/pipe"
    run -4 --separate-stderr timeout 300 "$HR_PROGRAM" info "$BATS_TEST_TMPDIR/pipe"
    [[ $stderr == *"not a regular file"* ]]
    run -4 --separate-stderr ranks 3 verify "$BATS_TEST_TMPDIR/none"
    [[ $(grep -c 'No such file' <<<"$stderr") -eq 1 ]]
}

@test "--table: an existing file, a bad place, a part of the space" {
    place=$BATS_TEST_TMPDIR/place
    mkdir "$place"
    echo old >"$place/old"
    run -4 --separate-stderr ranks 2 enumerate tile:3x3 --table "$place/old"
    [[ -z $output && $stderr == *"already exists"* && $(<"$place/old") == old ]]
    run -0 --separate-stderr ranks 2 enumerate tile:3x3 --engine frontier --table "$place/old" --force -q
    cmp "$TABLES/eight" "$place/old"
    run -4 --separate-stderr huarong enumerate tile:3x3 --table "$place/no/such/place"
    [[ -z $output && $stderr == *"no such directory"* ]]
    # Nothing is searched before: the log has no layer.
    run -4 --separate-stderr huarong enumerate tile:3x3 --table "$place/no/such/place" --force --log "$place/log"
    [[ ${#stderr_lines[@]} -eq 1 && $stderr == *"no such directory"* ]]
    run ! grep '"layer"' "$place/log"
    mkfifo "$place/pipe" # a device would do, too, if it did not matter what becomes of it
    run -4 --separate-stderr huarong enumerate tile:3x3 --table "$place/pipe" --force
    [[ $stderr == *"not a regular file"* && -p $place/pipe ]]
    rm "$place/pipe"
    run -2 --separate-stderr huarong enumerate tile:3x3 --table "$place/part" --max-depth 3
    [[ ! -e $place/part ]]
    [[ $(ls "$place") == old ]]
}

@test "goal, exit and @FILE are in the table" {
    echo "1 2 3 8 0 4 7 6 5" >"$BATS_TEST_TMPDIR/goal"
    huarong enumerate tile:3x3 --goal "@$BATS_TEST_TMPDIR/goal" --table "$BATS_TEST_TMPDIR/table" -q
    run -0 --separate-stderr huarong query "$BATS_TEST_TMPDIR/table" "1 2 3 8 0 4 7 6 5" "1 2 3 8 6 4 7 0 5"
    [[ ${lines[0]} == 0* && ${lines[1]} == 1* ]]
    [[ $(huarong info "$BATS_TEST_TMPDIR/table" --json | jq -r .goal) == "1 2 3 8 0 4 7 6 5" ]]
    huarong enumerate klotski:3x4 --exit 0,0 --table "$BATS_TEST_TMPDIR/exit" -q
    [[ $(huarong info "$BATS_TEST_TMPDIR/exit" --json | jq -r .exit) == "0,0" ]]
    run -0 --separate-stderr huarong verify "$BATS_TEST_TMPDIR/exit"
}

@test "states that nothing leads to" {
    huarong enumerate klotski:3x4 --table "$BATS_TEST_TMPDIR/table" -q
    run -0 --separate-stderr huarong query "$BATS_TEST_TMPDIR/table" --unreached --limit 1
    [[ ${#lines[@]} -eq 1 && ${lines[0]} == -$'\t'* ]]
    state=${lines[0]#*$'\t'}
    run -0 --separate-stderr huarong query "$BATS_TEST_TMPDIR/table" "$state" --path --next --format=jsonl
    [[ $(jq -c '[.distance, .next, .path]' <<<"$output") == '[null,[],[]]' ]]
    run -0 --separate-stderr huarong verify "$BATS_TEST_TMPDIR/table"
    [[ $output == *" states reached, "*" not"* ]]
}
