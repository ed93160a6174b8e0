// SPDX-License-Identifier: MIT
#ifndef HR_FILES_LEFT_OVER_H
#define HR_FILES_LEFT_OVER_H

// Files that are not complete, and whose makers may be dead. README.md says how the living are told from the dead.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// Room for what is added to a file's name while it is not complete, with the final 0.
enum { HR_LEFT_OVER_ENDING = 32 };

/// Local. The ending of a name that is not in use yet, for a file that this process will lock: ".<unique>-<kernel>.partial".
void hr_left_over_ending(char ending[HR_LEFT_OVER_ENDING]);

/// Local. Lock the new file `name`, which `file` is. False if it is gone: somebody took it for a left-over before it was locked.
bool hr_left_over_lock(int file, const char *name);

/// Local. Is `name` that of a file which is not complete yet?
bool hr_left_over_is_partial(const char *name);

/// Local. Remove the file `name` in `directory` (a descriptor) if no living process holds it.
void hr_left_over_remove(int directory, const char *name);

/// Local. Remove what is beside `path` and has its name with another ending, if no living process holds it. `is_ending` tells which
/// endings are those of left-overs; NULL: those of hr_left_over_ending.
void hr_left_overs_remove(const char *path, bool (*is_ending)(const char *ending));

/// Local. Does one of the lines of `mounts`, which has the form of /proc/self/mountinfo, say that the device is mounted with this
/// option?
bool hr_left_over_has_option(FILE *mounts, unsigned major, unsigned minor, const char *option);

#endif
