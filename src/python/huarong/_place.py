# SPDX-License-Identifier: MIT
"""Where libhuarong is. `cmake --install` writes another file in the place of this one, see src/cmake/python_place.py.in."""

LIBRARY = ""  # relative to this folder; empty: the loader looks for SONAME
SONAME = "libhuarong.so"
