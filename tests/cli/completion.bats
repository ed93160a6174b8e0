#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The scripts that complete command lines: every option of every command, and the values of options, in bash, zsh and fish.

# shellcheck disable=SC2154 # bats sets stderr

load helper

setup_file() {
    for shell in bash zsh fish; do
        huarong help --completion $shell >"$BATS_FILE_TMPDIR/$shell"
    done
}

setup() { cd "$BATS_FILE_TMPDIR" || return 1; }

commands() { huarong --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'; }

# options COMMAND: the options in its help.
options() { huarong "$1" --help | sed -n '/^Options:/,/^$/p' | grep -oE '^  (-., |    )--[a-z-]+' | grep -oE '\-\-[a-z-]+' | sort; }

# by_bash WORD…: what bash offers for the last word, one a line, as readline breaks words.
by_bash() {
    bash -c 'compopt() { :; }; source ./bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _huarong; printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}

@test "bash completes every command and every option" {
    diff <(by_bash huarong '' | sort) <({ commands; printf -- '--%s\n' help version; } | sort)
    while read -r command; do
        diff <(by_bash huarong "$command" -- | sed 's/=$//' | sort) <(options "$command")
    done < <(commands)
}

@test "bash completes values" {
    run -2 --separate-stderr huarong enumerate tile:3x3 --engine x # the message has the names of the table
    [[ $(by_bash huarong enumerate --engine = | sort | xargs) == "$(sed 's/.*: use //; s/,//g; s/ or / /' <<<"$stderr" | xargs -n1 | sort | xargs)" ]]
    [[ $(by_bash huarong enumerate --engine = f) == frontier ]]
    [[ $(by_bash huarong enumerate --engine=f) == frontier ]]
    [[ $(by_bash huarong enumerate --engine f) == frontier ]]
    [[ $(by_bash huarong enumerate --progress = al) == always ]]
    [[ $(by_bash huarong enumerate --progress kl) == klotski ]] # an optional value follows a '='
    [[ $(by_bash huarong enumerate --from '') == "" ]]
    [[ $(by_bash huarong enumerate kl) == klotski ]]
    [[ $(by_bash huarong help exi) == exit ]]
    touch 'a table'
    [[ $(by_bash huarong info 'a t') == 'a table' ]]
    [[ $(by_bash huarong enumerate -o 'a t') == 'a table' ]]
    [[ $(by_bash huarong enumerate --table = 'a t') == 'a table' ]]
}

@test "the values are those that the options take" {
    tried=0
    while IFS=$'\t' read -r command option words; do
        for word in $words; do
            said=$(huarong "$command" tile:3x3 "--$option=$word" --nonsense 2>&1) && return 1
            [[ $said == *"unknown option '--nonsense'"* ]]
            tried=$((tried + 1))
        done
    done < <(sed -nE "s/^    ([a-z-]+):--([a-z-]+)=.*\) _huarong_words \"\\\$word\" '(.+)' ;;/\1\t\2\t\3/p" bash)
    [[ $tried -gt 30 ]]
}

@test "zsh has every option of every command" {
    ! command -v zsh >/dev/null || zsh -n zsh
    diff <(sed -nE "s/^            '([a-z-]+):.*/\1/p" zsh | sort) <(commands | sort)
    while read -r command; do
        diff <(awk -v "begin=    $command)" '$0 == begin {inside = 1} /^        ;;/ {inside = 0} inside' zsh |
            sed -nE "s/^            ('\([^']*\)'\{-.\+?,)?(--[a-z-]+).*/\2/p" | sort) <(options "$command")
    done < <(commands)
}

@test "fish has every option of every command" {
    long_tier_only
    diff <(sed -nE 's/^complete -c huarong -n __fish_use_subcommand -a ([a-z-]+) .*/\1/p' fish | sort) <(commands | sort)
    while read -r command; do
        diff <(sed -nE "s/^complete -c huarong -n '__fish_seen_subcommand_from $command' -l ([a-z-]+) .*/--\1/p" fish | sort) <(options "$command")
        if command -v fish >/dev/null; then
            diff <(HOME=$PWD fish -c "source fish; complete -C 'huarong $command --'" | cut -f 1 | sed 's/=$//' | sort -u) <(options "$command")
        fi
    done < <(commands)
}

@test "zsh and fish explain what they offer" {
    diff <(sed -n '/^    export)$/,/;;/p' zsh) - <<'END'
    export)
        _arguments -s \
            '(-o --output)'{-o+,--output=}'[write the result to this file, which appears when it is complete; under mpirun safer than >FILE]:FILE:_files' \
            --force'[files that are written may replace existing ones]' \
            '(-q --quiet)'{-q,--quiet}'[only the result and errors: no notices, no progress]' \
            --format='[the format; default: by the ending of FILE]:FORMAT:(npy csv)' \
            --at='[csv: only states at this distance; 7 or 10-20]:DISTANCE:' \
            '(-h --help)'{-h,--help}'[show this help]' \
            '1:table:_files'
        ;;
END
    diff <(sed -n '/ -a export /,/^$/p' fish) - <<'END'
complete -c huarong -n __fish_use_subcommand -a export -d 'write a table\'s distances for other programs'
complete -c huarong -n '__fish_seen_subcommand_from export' -l output -s o -r -F -d 'write the result to this file, which appears when it is complete; under mpirun safer than >FILE'
complete -c huarong -n '__fish_seen_subcommand_from export' -l force -d 'files that are written may replace existing ones'
complete -c huarong -n '__fish_seen_subcommand_from export' -l quiet -s q -d 'only the result and errors: no notices, no progress'
complete -c huarong -n '__fish_seen_subcommand_from export' -l format -x -a 'npy csv' -d 'the format; default: by the ending of FILE'
complete -c huarong -n '__fish_seen_subcommand_from export' -l at -x -d 'csv: only states at this distance; 7 or 10-20'
complete -c huarong -n '__fish_seen_subcommand_from export' -l help -s h -d 'show this help'
complete -c huarong -n '__fish_seen_subcommand_from export' -F

END
    grep -q "^complete -c huarong -n '__fish_seen_subcommand_from random' -a 'tile .* '$" fish
}

@test "a value that can be left out is not asked for" {
    while read -r command; do
        echo "command $command"
        huarong "$command" --help
    done < <(commands) >helps
    python3 - <<'PYTHON'
import re

bash, zsh, fish = (open(shell, encoding="utf-8").read() for shell in ("bash", "zsh", "fish"))
found = {True: 0, False: 0}
for text in open("helps", encoding="utf-8").read().split("command ")[1:]:
    command = text.split("\n", 1)[0]
    if not re.fullmatch("[a-z-]+", command):
        continue
    block = re.search(rf"^    {command}\)$(.*?)^        ;;", zsh, re.M | re.S).group(1)
    words = re.search(rf"^    {command}:-\*\) _huarong_words \"\$word\" '(.*)' ;;", bash, re.M).group(1).split()
    for option, bracket, value in re.findall(r"^  (?:-., |    )--([a-z-]+)(\[?)(=?[A-Z]?)", text, re.M):
        line = re.search(rf"^complete -c huarong -n '__fish_seen_subcommand_from {command}' -l {option} .*", fish, re.M).group(0)
        asks = re.search(" -[xr]( |$)", line.split(" -d ")[0]) is not None
        needs = value != "" and bracket == ""
        assert asks == needs, line
        assert (f"--{option}=" if needs else f"--{option}") in words, (command, option)
        if value != "":
            found[needs] += 1
            case = re.search(rf"^    {command}:--{option}=( \| {command}:--{option})?[ )]", bash, re.M)
            assert (case.group(1) is not None) == needs, (command, option)
            own = re.search(rf"--{option}=(-?)[}}'].*", block)
            assert (own.group(1) == "-") == (not needs) and ("]::" in own.group(0)) == (not needs), own.group(0)
assert found[True] > 50 and found[False] > 3, found
PYTHON
}

@test "another shell is refused" {
    run -2 huarong help --completion tcsh
    [[ $output == "huarong help: --completion=tcsh: there are scripts for bash, zsh and fish" ]]
    run -2 huarong help enumerate --completion bash
}
