#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# CITATION.cff names this version, and is YAML with what the format asks for. ctest sets HR_SOURCE_DIR.

bats_require_minimum_version 1.5.0

setup() { cd "$HR_SOURCE_DIR" || return 1; }

@test "CITATION.cff has the version of CMakeLists.txt" {
    [[ $(sed -n 's/^version: //p' CITATION.cff) == "$(sed -nE 's/^project\(huarong VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)" ]]
}

@test "CITATION.cff is YAML with what the format asks for" {
    python=python3
    "$python" -c 'import yaml' 2>/dev/null || python=/usr/bin/python3
    "$python" -c 'import yaml' 2>/dev/null || skip "there is no Python module yaml"
    "$python" - <<'END'
import yaml
citation = yaml.safe_load(open("CITATION.cff"))
assert citation["cff-version"] == "1.2.0"
assert all(citation[key] for key in ("message", "title", "authors"))
END
}
