// SPDX-License-Identifier: MIT
#ifndef HR_REPORT_PAGE_H
#define HR_REPORT_PAGE_H

// The HTML page of tables, results and logs.
//
//     hr_page *page = NULL;
//     hr_page_create(&page, error);
//     hr_page_add(page, "4x5.table", error);
//     hr_page_write(page, out, error);
//     hr_page_destroy(&page);

#include <stdbool.h>
#include <stdio.h>

#include "huarong/puzzle.h"
#include "huarong/status.h"

typedef struct hr_page hr_page;

/// Local. Make a page without inputs. HR_INTERNAL: out of memory; *page is NULL then.
hr_status hr_page_create(hr_page **page, hr_error *error);

/// Local. Free the page and set *page to NULL. Nothing is freed if *page is NULL.
void hr_page_destroy(hr_page **page);

/// Local. Let the page load itself again every few seconds, and wait for inputs added from now on that are not there yet: an absent
/// or empty file counts as the log of a run that has not begun.
void hr_page_follow(hr_page *page);

/// Local. Read a table, a result in JSON (of enumerate, openings, solve or info), or a log, and add it to the page. HR_FILE: the
/// file cannot be read, is damaged, is none of these, or is too large. HR_USAGE: it is about another puzzle than the page, or the
/// page has 32 files already. HR_INTERNAL: out of memory. On error the page can only be destroyed.
hr_status hr_page_add(hr_page *page, const char *path, hr_error *error);

/// What a page without files shows.
typedef struct hr_page_puzzle {
    const hr_puzzle *puzzle;
    const hr_state *start; ///< NULL: the page chooses where to begin
    const char *spec;      ///< the puzzle as it was asked for
    const char *text;      ///< the content of the file that `spec` names, or NULL; a line "name: TITLE" gives the page's title
} hr_page_puzzle;

/// Local. Add a puzzle, which has no result yet. HR_INTERNAL: out of memory. On error the page can only be destroyed.
hr_status hr_page_add_puzzle(hr_page *page, const hr_page_puzzle *what, hr_error *error);

/// Local. Is the input that was added last a log in which there is no event yet?
bool hr_page_awaits(const hr_page *page);

/// Local. Has the page the log of a run that has not ended?
bool hr_page_waits(const hr_page *page);

/// Local. Write the page to `out`. The caller looks for write errors. HR_FILE: a table is damaged, HR_INTERNAL: out of memory.
hr_status hr_page_write(hr_page *page, FILE *out, hr_error *error);

#endif
