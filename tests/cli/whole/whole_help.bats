#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# What is copied from the program's tables: the manual's lists of options, and some texts of the help, which the folder `help` has.
# `scripts/test --approve` writes them anew.

load ../helper

setup() { export COLUMNS=100; }

@test "the manual's lists of options and examples" {
    local page now=$BATS_TEST_TMPDIR/now
    for page in "$HR_SOURCE_DIR"/src/cli/manual/*.1; do
        awk -v lists="$HR_MANUAL_LISTS" '
            /^\.\\" end$/ {inside = 0}
            !inside
            /^\.\\" The (options|examples) of / {inside = 1; system(""); if (system(lists " " $3 " " $5)) exit 1}' "$page" >"$now"
        [[ ${HR_APPROVE-} != 1 ]] || cp "$now" "$page"
        diff "$page" "$now"
    done
    commands=$(huarong --help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p' | sort)
    diff <(cat "$HR_SOURCE_DIR"/src/cli/manual/*.1 | sed -n 's/^\.\\" The options of //p' | sort) <(printf '%s\n' "$commands" shared | sort)
    diff <(cat "$HR_SOURCE_DIR"/src/cli/manual/*.1 | sed -n 's/^\.\\" The examples of //p' | sort) <(grep -vx help <<<"$commands")
}

@test "texts of the help" {
    local text topic
    for text in "$HR_SOURCE_DIR"/tests/cli/whole/help/*.txt; do
        topic=$(basename "$text" .txt)
        [[ $topic != commands ]] || topic=
        [[ ${HR_APPROVE-} != 1 ]] || huarong help ${topic:+"$topic"} >"$text"
        diff "$text" <(huarong help ${topic:+"$topic"})
    done
}
