// SPDX-License-Identifier: MIT
#ifndef HR_LIBRARY_WORDS_H
#define HR_LIBRARY_WORDS_H

// The rooms below name the program's options in their messages. A caller of the library sets members of structures.

#include "huarong/status.h"

/// Local. Put the names of members where the text of *error names options: "--force" becomes "replace", "--max-depth" "max_depth".
/// Does nothing if `error` is NULL or `status` is HR_OK. Returns `status`.
hr_status hr_library_words(hr_status status, hr_error *error);

#endif
