#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What bash, zsh and fish offer: every option of every command, and the values of options. The program says what, for each script.

# shellcheck disable=SC2154 # bats sets stderr

load helper

setup_file() {
    cd "$BATS_FILE_TMPDIR" || return 1
    mkdir bin
    ln -s "$HR_PROGRAM" bin/huarong # which the scripts call
    for shell in bash zsh fish; do
        huarong help --completion $shell >"$BATS_FILE_TMPDIR/$shell"
    done
    touch 'a table'
}

setup() {
    cd "$BATS_FILE_TMPDIR" || return 1
    export PATH=$PWD/bin:$PATH HOME=$PWD
}

commands() { huarong --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p'; }

# options COMMAND: the options in its help, with a '=' behind those that need a value.
options() {
    huarong "$1" --help | sed -n '/^Options:/,/^$/p' | sed -nE 's/^  (-., |    )(--[a-z-]+)(=|\[)?.*/\2\3/p' | sed 's/\[$//' | sort
}

# by_SHELL WORD…: what the shell offers for the last word behind `huarong`, one a line; by_bash as readline breaks words.
by_bash() {
    bash -c 'compopt() { :; }; source ./bash; COMP_WORDS=(huarong "$@"); COMP_CWORD=$#; _huarong; printf "%s\n" "${COMPREPLY[@]}"' bash "$@"
}
by_zsh() {
    zsh -f -c 'compdef() {}; compset() {}; _files() { print "a table"; }; _describe() { print -rl -- "${(@)whole%%:*}" "${(@)open%%:*}"; }
        source ./zsh; words=(huarong "$@"); CURRENT=$#words; _huarong' zsh "$@" | sed '/^$/d'
}
by_fish() { fish -c "source fish; complete -C 'huarong $*'" | cut -f 1; }

@test "every command and every option is offered, with a '=' where a value is needed" {
    diff <(by_bash '' | sort) <({ commands; printf -- '--%s\n' help plugin= version; } | sort)
    while read -r command; do
        diff <(by_bash "$command" -- | sort) <(options "$command")
    done < <(commands)
}

@test "bash completes values" {
    run -2 --separate-stderr huarong enumerate tile:3x3 --engine x # the message has the names of the table
    [[ $(by_bash enumerate --engine = | sort | xargs) == "$(sed 's/.*: use //; s/,//g; s/ or / /' <<<"$stderr" | xargs -n1 | sort | xargs)" ]]
    [[ $(by_bash enumerate --engine = f) == frontier ]]
    [[ $(by_bash enumerate --engine=f) == --engine=frontier ]] # where '=' breaks no words
    [[ $(by_bash enumerate --engine f) == frontier ]]
    [[ $(by_bash enumerate --progress = al) == always ]]
    [[ $(by_bash enumerate --progress kl) == klotski ]] # an optional value follows a '='
    [[ $(by_bash enumerate --from '') == "" ]]
    [[ $(by_bash enumerate kl) == klotski ]]
    [[ $(by_bash help exi) == exit ]]
    [[ $(by_bash info 'a t') == 'a table' ]]
    [[ $(by_bash enumerate -o 'a t') == 'a table' ]]
    [[ $(by_bash enumerate --table = 'a t') == 'a table' ]]
}

@test "the values are those that the options take" {
    local command tried=0
    # shellcheck disable=SC2046 # words
    for command in $(of_tier solve $(commands)); do # solve has most of the options
        while read -r option; do
            while IFS=$'\t' read -r word _; do
                [[ $word == "${option%=}="?* ]] || continue
                said=$(huarong "$command" tile:3x3 "$word" --nonsense 2>&1) && return 1
                [[ $said == *"unknown option '--nonsense'"* ]]
                tried=$((tried + 1))
            done < <(huarong help --completion words -- "$command"$'\n'"${option%=}=")
        done < <(options "$command")
    done
    [[ $tried -gt $(of_tier 10 30 | tail -c 3) ]]
}

@test "zsh offers the same" {
    command -v zsh >/dev/null || skip "no zsh"
    diff <(by_zsh '' | sort) <({ commands; printf -- '--%s\n' help plugin= version; } | sort)
    diff <(by_zsh enumerate -- | sort) <(options enumerate)
    diff <(by_zsh enumerate --engine= | sort) <(by_bash enumerate --engine= | sort)
    diff <(by_zsh enumerate --engine '' | sort) <(by_bash enumerate --engine '' | sort)
    [[ $(by_zsh info '') == 'a table' && $(by_zsh enumerate --table=) == 'a table' ]]
}

@test "fish offers the same" {
    command -v fish >/dev/null || skip "no fish"
    diff <(by_fish '' | sort) <({ commands; printf -- '--%s\n' help plugin= version; } | sort)
    diff <(by_fish enumerate -- | sort) <(options enumerate)
    diff <(by_fish enumerate --engine= | sort) <(by_bash enumerate --engine= | sort)
    diff <(by_fish 'enumerate --engine ' | sort) <(by_bash enumerate --engine '' | sort)
    [[ $(by_fish 'info a') == 'a table' && $(by_fish 'enumerate --table=a') == '--table=a table' ]]
}

@test "another shell is refused" {
    run -2 huarong help --completion tcsh
    [[ $output == "huarong help: --completion=tcsh: there are scripts for bash, zsh and fish" ]]
    run -2 huarong help enumerate --completion bash
}
