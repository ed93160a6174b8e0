// SPDX-License-Identifier: MIT
#ifndef HR_JSON_INDENT_H
#define HR_JSON_INDENT_H

// JSON for people: a line for each member, indented by two blanks a level.

#include <stdio.h>

/// Local. Returns a stream that indents the JSON printed to it, and passes it on to `out`; NULL: out of memory. The caller closes
/// it before `out`. A write to `out` that fails is an error of both streams.
FILE *hr_json_indent_open(FILE *out);

#endif
