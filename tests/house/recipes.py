# SPDX-License-Identifier: MIT
"""What the recipes for Spack and EasyBuild would let CMake do, and what they look for afterwards, without these two tools.

    recipes.py options spack|easybuild            the options that the recipe gives to CMake, one a line
    recipes.py check spack|easybuild PREFIX       fails unless what is installed there is what the recipe asks for

The recipes run with stand-ins for the words that they use.
"""

import os
import shlex
import subprocess
import sys
import types
from pathlib import Path

PACKAGING = Path(os.environ["HR_SOURCE_DIR"]) / "scripts" / "packaging"


class SpackPrefix(str):
    """A path whose attributes are the paths below it."""

    def __getattr__(self, name):
        return self.join(name)

    def join(self, name):
        return SpackPrefix(os.path.join(self, name))


class SpackSpec:
    def __init__(self, variants):
        self.variants = variants

    def satisfies(self, text):
        return self.variants[text[1:]] == (text[0] == "+")


def spack_words(variants):
    """What `from spack.package import *` brings, as far as the recipe uses it."""

    class CMakePackage:
        prefix = SpackPrefix()
        spec = SpackSpec(variants)

        @staticmethod
        def define(option, value):
            return f"-D{option}:BOOL={'ON' if value else 'OFF'}"

        def define_from_variant(self, option, variant):
            return self.define(option, variants[variant])

    def note_variant(name, default, description):
        assert description
        variants[name] = default

    def ignore(*_words, **_options):
        return lambda function: function

    words = {name: ignore for name in ("depends_on", "generator", "license", "on_package_attributes", "run_after", "version")}
    run = {"Executable": lambda path: lambda *arguments: subprocess.run([path, *arguments], check=True)}
    return {"CMakePackage": CMakePackage, "variant": note_variant, **words, **run}


def spack_package():
    """The recipe's class, with each variant's default."""
    for name in ("spack", "spack.package"):
        sys.modules[name] = types.ModuleType(name)
    vars(sys.modules["spack.package"]).update(spack_words({}))
    names = {}
    exec((PACKAGING / "spack" / "package.py").read_text(encoding="utf-8"), names)
    return names["Huarong"]()


def easybuild_config():
    (path,) = (PACKAGING / "easybuild").glob("*.eb")
    config = {"SOURCE_TAR_GZ": "%(name)s-%(version)s.tar.gz"}
    exec(path.read_text(encoding="utf-8"), config)
    return config


def check_spack(prefix):
    package = spack_package()
    package.prefix = SpackPrefix(prefix)
    package.check_installed_program()
    package.spec.variants["python"] = True
    found = {}
    package.setup_run_environment(types.SimpleNamespace(prepend_path=found.__setitem__))
    assert (Path(found["PYTHONPATH"]) / "huarong" / "__init__.py").is_file(), found


def check_easybuild(prefix):
    config = easybuild_config()
    for name in config["sanity_check_paths"]["files"]:
        assert (prefix / name).is_file(), name
    for name in config["sanity_check_paths"]["dirs"]:
        assert any((prefix / name).iterdir()), name
    assert (prefix / config["modextrapaths"]["PYTHONPATH"] / "huarong" / "__init__.py").is_file()
    path = f"{prefix / 'bin'}:{os.environ['PATH']}"
    for command in config["sanity_check_commands"]:
        subprocess.run(["bash", "-c", command], check=True, env={**os.environ, "PATH": path}, stdout=subprocess.DEVNULL)


def main(action, tool, *prefix):
    if action == "options":
        print(*(spack_package().cmake_args() if tool == "spack" else shlex.split(easybuild_config()["configopts"])), sep="\n")
    else:
        {"spack": check_spack, "easybuild": check_easybuild}[tool](Path(*prefix))


if __name__ == "__main__":
    main(*sys.argv[1:])
