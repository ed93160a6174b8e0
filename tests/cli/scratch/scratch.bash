# SPDX-License-Identifier: MIT
# What the tests of --scratch share: `load scratch`.

load ../helper

setup() {
    cd "$BATS_TEST_TMPDIR" || return
    mkdir one two # for the files with states
}

# empty: nothing is left in the directories.
empty() { [[ $(ls -A one two) == "$(printf 'one:\n\ntwo:\n')" ]]; }

# layers FILE: the counts of the layers in a result in JSON.
layers() { jq -c '[.layers[].states]' "$1"; }
