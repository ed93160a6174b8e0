#!/usr/bin/env bats
# SPDX-License-Identifier: MIT
# Recipes for other people's package managers: their syntax, and that they name this version, these options and these files.
# ctest sets HR_SOURCE_DIR and HR_BINARY_DIR.

bats_require_minimum_version 1.5.0

setup() {
    cd "$HR_SOURCE_DIR" || return 1
    version=$(sed -nE 's/^project\(huarong VERSION ([0-9.]+).*/\1/p' CMakeLists.txt)
    [[ -n $version ]]
    command -v python3 >/dev/null || skip "there is no Python"
}

# known_options FILE…: each HR_… option that the files set is one of CMakeLists.txt.
known_options() {
    while read -r option; do
        grep -qE "^ *(option|set)\($option " CMakeLists.txt || { echo "CMakeLists.txt has no $option" && return 1; }
    done < <(grep -ohE '\bHR_[A-Z_]+\b' "$@" | sort -u)
}

@test "Spack: a package with options that CMake knows" {
    known_options scripts/packaging/spack/package.py
    python3 - <<'END'
import ast
tree = ast.parse(open("scripts/packaging/spack/package.py").read())
package = [node for node in tree.body if isinstance(node, ast.ClassDef)][0]
assert package.name == "Huarong" and package.bases[0].id == "CMakePackage"
assert any(isinstance(node, ast.FunctionDef) and node.name == "cmake_args" for node in package.body)
END
}

@test "EasyBuild: an easyconfig of this version with options that CMake knows" {
    known_options scripts/packaging/easybuild/*.eb
    python3 - "scripts/packaging/easybuild/huarong-$version-gompi-2022b.eb" "$version" <<'END'
import sys
config = {"SOURCE_TAR_GZ": "%(name)s-%(version)s.tar.gz"}
exec(open(sys.argv[1]).read(), config)
for key in "easyblock name version homepage description toolchain sources dependencies moduleclass".split():
    assert config[key], key
assert config["version"] == sys.argv[2] and config["name"] == "huarong"
assert sys.argv[1].endswith("%(name)s-%(version)s-{name}-{version}.eb".format(**config["toolchain"]) % config)
END
}

@test "Apptainer: the sections, and shell that parses" {
    definition=scripts/packaging/apptainer/huarong.def
    for section in files post environment runscript test; do
        awk -v "section=%$section" '/^%/ {inside = $0 == section; next} inside' $definition >"$BATS_TEST_TMPDIR/$section"
        [[ -s $BATS_TEST_TMPDIR/$section ]]
        [[ $section == files ]] || sh -n "$BATS_TEST_TMPDIR/$section"
    done
    grep -q "libhuarong${version%.*}_" "$BATS_TEST_TMPDIR/post"
}

@test "CITATION.cff: the version, and YAML with what the format asks for" {
    [[ $(sed -n 's/^version: //p' CITATION.cff) == "$version" ]]
    python3 -c 'import yaml' 2>/dev/null || /usr/bin/python3 -c 'import yaml' 2>/dev/null || skip "there is no Python module yaml"
    python=python3
    python3 -c 'import yaml' 2>/dev/null || python=/usr/bin/python3
    $python - <<'END'
import yaml
citation = yaml.safe_load(open("CITATION.cff"))
assert citation["cff-version"] == "1.2.0"
assert all(citation[key] for key in ("message", "title", "authors"))
END
}
