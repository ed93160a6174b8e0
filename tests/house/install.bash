# SPDX-License-Identifier: MIT
# shellcheck shell=bash disable=SC2154 # bats sets lines
# What programs outside the tree do with what is installed in $WORK/KIND.

# works PROGRAM: it asks a puzzle and needs no MPI.
works() {
    run -0 "$1"
    [[ ${lines[0]} == "1 2 3 4 0 5 6 7 8 has 4 neighbours" ]]
    [[ ${#lines[@]} -eq 5 ]]
    run -0 ldd "$1"
    [[ $output != *libmpi* && $output != *libopen-* ]]
}

# asks_table PROGRAM: it looks up a distance and a path.
asks_table() {
    run -0 "$1" "$HR_SOURCE_DIR/tests/golden/tile-2x3.table" "1 2 3 4 0 5"
    [[ ${lines[*]} == "distance 1 R" ]]
    run -2 "$1" "$HR_SOURCE_DIR/tests/golden/tile-2x3.table" "2 1 3 4 5 0"
    run -4 "$1" "$HR_SOURCE_DIR/README.md" "1 2 3 4 5 0"
}

# works_in_cpp PROGRAM: a C++ program with the same library. tests/golden/make_table.py finds one state at the greatest distance 21.
works_in_cpp() {
    run -0 "$1" "$HR_SOURCE_DIR/tests/golden/tile-2x3.table"
    [[ ${lines[0]} == "huarong "[0-9]*.[0-9]*.[0-9]*", matching headers, "[1-9]*" openings" ]]
    [[ ${lines[1]} == "21  "* && ${#lines[@]} -eq 2 ]]
    run -4 "$1" "$HR_SOURCE_DIR/README.md"
}

# by_pkg_config KIND: build the consumers with a compiler and pkg-config only. The linker prefers the shared library.
by_pkg_config() {
    local kind=$1 flags
    flags=$(PKG_CONFIG_PATH=$(dirname "$(find "$WORK/$kind" -name huarong.pc)") pkg-config --cflags --libs huarong)
    [[ $kind == shared ]] || flags=${flags/-lhuarong/-l:libhuarong.a}
    # shellcheck disable=SC2086 # several flags
    "$HR_COMPILER" "$HR_SOURCE_DIR/tests/consumer/consumer.c" -o "$WORK/by-pkg-config-$kind" $flags
    works "$WORK/by-pkg-config-$kind"
    # shellcheck disable=SC2086 # several flags
    "$HR_COMPILER" "$HR_SOURCE_DIR/tests/consumer/table_example.c" -o "$WORK/table-by-pkg-config-$kind" $flags
    asks_table "$WORK/table-by-pkg-config-$kind"
}

by_cmake() {
    local kind=$1
    cmake -S "$HR_SOURCE_DIR/tests/consumer" -B "$WORK/consumer-$kind" -G Ninja -DCMAKE_C_COMPILER="$HR_COMPILER" -DCMAKE_PREFIX_PATH="$WORK/$kind"
    cmake --build "$WORK/consumer-$kind"
    works "$WORK/consumer-$kind/consumer"
    works_in_cpp "$WORK/consumer-$kind/consumer_cpp"
    asks_table "$WORK/consumer-$kind/table_example"
}

# python_finds KIND: the installed module finds the installed library.
python_finds() {
    local python
    for python in python3 /usr/bin/python3 none; do
        "$python" -c 'import numpy' 2>/dev/null && break
    done
    [[ $python != none ]] || skip "there is no NumPy"
    PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$WORK/$1/lib/python3/dist-packages run -0 env -u HUARONG_LIBRARY "$python" -m huarong \
        "$HR_SOURCE_DIR/tests/golden/tile-2x3.table" "1 2 3 4 0 5"
    [[ ${lines[-1]} == "1 2 3 4 0 5"*1 ]]
}
