# SPDX-License-Identifier: MIT
"""Builds a wheel (PEP 517, PEP 427): CMake builds and installs the shared libraries and the module, and a zip file gets them.

Without an MPI compiler the wheel has libhuarong alone: puzzles and tables, and no searches.
"""

import base64
import hashlib
import os
import re
import shutil
import subprocess
import sysconfig
import tempfile
import zipfile
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent.parent
INFO = "Wheel-Version: 1.0\nGenerator: huarong\nRoot-Is-Purelib: false\nTag: {tag}\n"
METADATA = """Metadata-Version: 2.1
Name: huarong
Version: {version}
Summary: Exact distances and shortest solutions of sliding puzzles, with NumPy arrays
License: MIT
Requires-Python: >=3.8
Requires-Dist: numpy
"""


def _run(*words):
    subprocess.run([str(word) for word in words], check=True)


def _install(folder):
    """Build what the module needs, and install it in folder/wheel."""
    build = folder / "build"
    searches = shutil.which("mpicc") is not None
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_INSTALL_LIBDIR=huarong/lib", "-DHR_PYTHON_DIR=."]
    _run("cmake", "-S", SOURCE, "-B", build, *generator, *options, f"-DHR_BUILD_PROGRAM={'ON' if searches else 'OFF'}")
    _run("cmake", "--build", build, "--parallel", os.cpu_count() or 1, "--target", "huarong_shared", *["huarong_search_shared"] * searches)
    for component in ["python", "library"] + ["search_library"] * searches:
        _run("cmake", "--install", build, "--prefix", folder / "wheel", "--component", component)


def _contents(installed):
    """The files of the wheel: the module, and each library by the name that it is opened by, which is a link."""
    module = [path for path in installed.glob("huarong/*") if path.is_file()]
    libraries = [path for path in installed.glob("huarong/lib/*.so.*") if path.is_symlink()]
    return {path.relative_to(installed).as_posix(): path.read_bytes() for path in sorted(module + libraries)}


def _record(files, name):
    """A line for each file: its name, hash and size."""
    lines = [f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(held).digest()).decode().rstrip('=')},{len(held)}" for path, held in files.items()]
    return "\n".join([*lines, f"{name},,", ""])


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """What pip calls: write the wheel into the directory, and return its name."""
    version = re.search(r"project\(huarong VERSION ([0-9.]+)", (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")).group(1)
    tag = "py3-none-" + re.sub("[-.]", "_", sysconfig.get_platform())
    with tempfile.TemporaryDirectory() as folder:
        _install(Path(folder))
        files = _contents(Path(folder) / "wheel")
    info = f"huarong-{version}.dist-info"
    files[f"{info}/METADATA"] = METADATA.format(version=version).encode()
    files[f"{info}/WHEEL"] = INFO.format(tag=tag).encode()
    files[f"{info}/LICENSE"] = (SOURCE / "LICENSE").read_bytes()
    files[f"{info}/RECORD"] = _record(files, f"{info}/RECORD").encode()
    name = f"huarong-{version}-{tag}.whl"
    with zipfile.ZipFile(Path(wheel_directory) / name, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, held in files.items():
            wheel.writestr(path, held)
    return name
