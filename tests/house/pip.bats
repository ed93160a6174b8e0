#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# pip builds a wheel with the libraries, and installs it into a virtual environment, without a network.
# Slow: builds both libraries once more

bats_require_minimum_version 1.5.0

@test "pip install ./src/python from a clone: tables and searches in a virtual environment" {
    python=/usr/bin/python3
    "$python" -c 'import numpy, venv, ensurepip' 2>/dev/null || skip "there is no NumPy, or no python3-venv"
    cd "$BATS_TEST_TMPDIR"
    "$python" -m venv --system-site-packages environment
    before=$(git -C "$HR_SOURCE_DIR" status --porcelain)
    run -0 environment/bin/pip install --no-index "$HR_SOURCE_DIR/src/python"
    [[ $(git -C "$HR_SOURCE_DIR" status --porcelain) == "$before" ]]
    run -0 env -u HUARONG_LIBRARY -u PYTHONPATH environment/bin/python -c "
import huarong
print(huarong.__file__, huarong.Table('$HR_SOURCE_DIR/tests/golden/tile-2x3.table').distance('1 2 3 4 0 5'))
print(huarong.enumerate('tile:3x3').layers.sum(), huarong.solve('tile:3x3', '8 6 7 2 5 4 3 0 1').lengths)"
    [[ ${lines[0]} == "$PWD/environment/"*" 1" && ${lines[1]} == "181440 [31]" ]]
    run -0 environment/bin/pip uninstall --yes huarong
    [[ -z $(find environment -name '*huarong*') ]]
}
