#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# The whole texts of the help, which the folder `help` has. To change one on purpose: huarong help TOPIC >help/TOPIC.txt

load whole

@test "there is a text of each command and topic, and of the list of commands" {
    diff <(cd "$HR_SOURCE_DIR/tests/cli/whole/help" && printf '%s\n' *.txt | LC_ALL=C sort) \
        <({
            echo commands
            huarong --help | sed -n 's/^  huarong help \([a-z]*\) .*/\1/p; /^Commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'
        } | sed 's/$/.txt/' | LC_ALL=C sort)
}

@test "every text of the help" {
    local text topic
    for text in "$HR_SOURCE_DIR"/tests/cli/whole/help/*.txt; do
        topic=$(basename "$text" .txt)
        [[ $topic != commands ]] || topic=
        # shellcheck disable=SC2086 # no word at all
        diff "$text" <(huarong help $topic)
    done
}
