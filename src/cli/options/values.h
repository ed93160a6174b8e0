// SPDX-License-Identifier: MIT
#ifndef HR_VALUES_H
#define HR_VALUES_H

// The kinds of values that options take: for each a macro with the members of a row, and its reader (hr_option_reader). All readers
// are Local.

#include "cli/options/options.h"
#include "huarong/puzzle.h"

/// An option without a value; its member becomes true.
#define HR_FLAG(SETTINGS, MEMBER) .place = HR_PLACE(SETTINGS, MEMBER, bool), .read = hr_value_flag
hr_status hr_value_flag(const hr_option *option, const char *text, void *place, hr_error *error);

/// An option without a value; its member becomes false.
#define HR_NO_FLAG(SETTINGS, MEMBER) .place = HR_PLACE(SETTINGS, MEMBER, bool), .read = hr_value_no_flag
hr_status hr_value_no_flag(const hr_option *option, const char *text, void *place, hr_error *error);

/// The value is any text.
#define HR_TEXT(SETTINGS, MEMBER) .place = HR_PLACE(SETTINGS, MEMBER, const char *), .read = hr_value_text
hr_status hr_value_text(const hr_option *option, const char *text, void *place, hr_error *error);

/// The value is one of WORDS, which have blanks between them. The member, an enum of the type TYPE, gets the word's index. MISSING:
/// what the member gets if the value is optional and missing.
#define HR_WORD(SETTINGS, MEMBER, TYPE, WORDS, MISSING)                                                                            \
    .place = HR_PLACE(SETTINGS, MEMBER, TYPE), .read = hr_value_word, .words = (WORDS), .least = (MISSING)
hr_status hr_value_word(const hr_option *option, const char *text, void *place, hr_error *error);

/// The value is one of the names NAMES, an hr_option_names. The member, an enum of the type TYPE, gets the name's index.
#define HR_NAME(SETTINGS, MEMBER, TYPE, NAMES) .place = HR_PLACE(SETTINGS, MEMBER, TYPE), .read = hr_value_name, .names = (NAMES)
hr_status hr_value_name(const hr_option *option, const char *text, void *place, hr_error *error);

/// Local. Write the names as a list into `text` of `size` bytes: "graphml, dot, edges and count".
void hr_value_list_names(const hr_option_names *names, char *text, size_t size);

/// Local. Returns the index of `word` among `words`, which have blanks between them, and SIZE_MAX if it is not there.
size_t hr_value_find_word(const char *words, const char *word);

/// Local. Write words that have blanks between them as a list into `text` of `size` bytes, each behind `before`, the last one
/// behind `last_gap`: "auto, always and never", "--table or --output".
void hr_value_list_words(const char *words, const char *before, const char *last_gap, char *text, size_t size);

/// The value is a size in bytes, at least 1: "8G", "512M", "1.5GiB", "65536". K, M, G, T are powers of 1024, "8GB" is 8 * 1000^3;
/// small letters will do.
#define HR_SIZE(SETTINGS, MEMBER) .place = HR_PLACE(SETTINGS, MEMBER, uint64_t), .read = hr_value_size
hr_status hr_value_size(const hr_option *option, const char *text, void *place, hr_error *error);

/// The value is a number of states or nodes, at least 1: "181440", "10M", "2.5G". K, M, G, T are powers of 1000;
/// small letters will do.
#define HR_COUNT(SETTINGS, MEMBER) .place = HR_PLACE(SETTINGS, MEMBER, hr_count), .read = hr_value_count
hr_status hr_value_count(const hr_option *option, const char *text, void *place, hr_error *error);

/// The value is a time above 0, which is kept in seconds: "90s", "10m", "1h30m", "1d", "90" (seconds).
#define HR_SECONDS(SETTINGS, MEMBER) .place = HR_PLACE(SETTINGS, MEMBER, double), .read = hr_value_seconds, .least = 1
hr_status hr_value_seconds(const hr_option *option, const char *text, void *place, hr_error *error);

/// The value is a time as for HR_SECONDS, or 0.
#define HR_INTERVAL(SETTINGS, MEMBER) .place = HR_PLACE(SETTINGS, MEMBER, double), .read = hr_value_seconds

/// The value is a whole number from LEAST to MOST.
#define HR_NUMBER(SETTINGS, MEMBER, LEAST, MOST)                                                                                   \
    .place = HR_PLACE(SETTINGS, MEMBER, uint64_t), .read = hr_value_number, .least = (LEAST), .most = (MOST)
hr_status hr_value_number(const hr_option *option, const char *text, void *place, hr_error *error);

/// The value is a depth: a whole number from 0 on.
#define HR_DEPTH(SETTINGS, MEMBER) .place = HR_PLACE(SETTINGS, MEMBER, hr_depth), .read = hr_value_depth
hr_status hr_value_depth(const hr_option *option, const char *text, void *place, hr_error *error);

/// A range of depths, ends included.
typedef struct hr_depths {
    hr_depth nearest;
    hr_depth farthest;
} hr_depths;

/// The value is a range of depths, "10-20", or a single depth, "7", which is both ends of the range.
#define HR_DEPTHS(SETTINGS, MEMBER) .place = HR_PLACE(SETTINGS, MEMBER, hr_depths), .read = hr_value_depths
hr_status hr_value_depths(const hr_option *option, const char *text, void *place, hr_error *error);

/// The value is a piece set, "1,4,4": the numbers of horizontals, verticals and singles, 0 to 99 each.
#define HR_PIECES(SETTINGS, MEMBER) .place = HR_PLACE(SETTINGS, MEMBER, hr_piece_set), .read = hr_value_pieces
hr_status hr_value_pieces(const hr_option *option, const char *text, void *place, hr_error *error);

#endif
