# SPDX-License-Identifier: MIT
# What the tests of huarong solve share: `load solve`.

# shellcheck disable=SC2034 # used by the tests
load ../helper

readonly KNOWN='2 5 4 6 1 13 11 3 14 12 7 10 8 15 9 0' # 44 moves
readonly HARD='12 11 15 3 8 0 4 2 6 13 9 5 14 1 10 7'  # 50 moves, 39 million nodes with Manhattan distance
# Nobody has an answer for this one in seconds: its component has more states than most machines can keep.
readonly LARGE_KLOTSKI=XXTTXXBBLRTTLRBBTTooBBooLRoo.oo.

setup() {
    export XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
}
