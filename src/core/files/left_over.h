// SPDX-License-Identifier: MIT
#ifndef HR_FILES_LEFT_OVER_H
#define HR_FILES_LEFT_OVER_H

// Incomplete files whose makers may have been killed. README.md explains how a run finds out whether the maker still lives.

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/// Room for the ending that a temporary name adds to the final name, in bytes, with the final 0.
enum { HR_LEFT_OVER_ENDING = 32 };

/// Local. Write the ending of a new temporary name, ".<unique>-<kernel>.partial", into `ending`. This process must lock the file
/// that it creates under that name.
void hr_left_over_ending(char ending[HR_LEFT_OVER_ENDING]);

/// Local. Lock the new file `name`, whose descriptor is `file`. False if `name` no longer names the file: another run has removed
/// it as a left-over before this process had the lock.
bool hr_left_over_lock(int file, const char *name);

/// Local. Is `name` the temporary name of an incomplete file?
bool hr_left_over_is_partial(const char *name);

/// Local. Remove the file `name` in `directory` (a descriptor) if its maker has ended. A file whose maker may live stays.
void hr_left_over_remove(int directory, const char *name);

/// Local. Remove each file beside `path` that is called like `path` with an ending of a left-over, if the file's maker has ended.
/// `is_ending` says whether an ending is that of a left-over. With NULL the endings are those of hr_left_over_ending, with or
/// without the kernel's number.
void hr_left_overs_remove(const char *path, bool (*is_ending)(const char *ending));

/// Local. Is the device `major`:`minor` mounted with the option `option`? Reads `mounts`, a file in the form of
/// /proc/self/mountinfo, up to the line that says so.
bool hr_left_over_has_option(FILE *mounts, unsigned major, unsigned minor, const char *option);

#endif
