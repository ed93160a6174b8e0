# SPDX-License-Identifier: MIT
"""huarong for Spack: a recipe for a repository of one's own. README.md beside this folder tells how to use it."""

from spack.package import *


class Huarong(CMakePackage):
    """Exact state-space enumeration of sliding puzzles (tile puzzles, Klotski) over MPI, with tables of distances."""

    # A clone of the repository; `spack develop` or --source-path gives another place.
    git = "file:///path/to/huarong"

    license("MIT")

    version("main", branch="main")

    variant("program", default=True, description="Build the program, which needs MPI; without it only libhuarong")
    variant("native", default=False, description="Compile for this machine's processor")
    variant("shared", default=True, description="find_package(huarong) gives the shared library")
    variant("python", default=False, description="Have Python and NumPy for the module huarong")

    depends_on("c", type="build")
    depends_on("cmake@3.23:", type="build")
    depends_on("ninja", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("xxhash@0.8:")
    depends_on("mpi", when="+program")
    depends_on("jansson", when="+program")
    depends_on("popt", when="+program")
    depends_on("python@3.8:", type="run", when="+python")
    depends_on("py-numpy", type="run", when="+python")

    generator("ninja")

    def cmake_args(self):
        return [
            self.define_from_variant("HR_BUILD_PROGRAM", "program"),
            self.define_from_variant("HR_NATIVE", "native"),
            self.define_from_variant("BUILD_SHARED_LIBS", "shared"),
            self.define("HR_BUILD_TESTS", False),
            self.define("HR_BUILD_BENCH", False),
        ]

    def setup_run_environment(self, env):
        if self.spec.satisfies("+python"):
            env.prepend_path("PYTHONPATH", self.prefix.lib.python3.join("dist-packages"))

    @run_after("install")
    @on_package_attributes(run_tests=True)
    def check_installed_program(self):
        if self.spec.satisfies("+program"):
            Executable(self.prefix.bin.huarong)("enumerate", "tile:3x3", "--expect", "181440", "--quiet")
