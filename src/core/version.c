// SPDX-License-Identifier: MIT
#include "huarong/version.h"

const char *hr_version(void) { return HR_VERSION; }
