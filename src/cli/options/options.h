// SPDX-License-Identifier: MIT
#ifndef HR_OPTIONS_H
#define HR_OPTIONS_H

// A command's options: one constant table gives the parser, the places in the command's settings, the text of --help, the scripts
// for completion, and the list in the manual (`scripts/test --approve` puts it there). A row is
//     {"max-depth", "DEPTH", "stop after the layer at this depth", HR_DEPTH(settings, run.max_depth)},
// values.h has HR_DEPTH and the other kinds of values. The headers beside this one have the rows that several commands share.

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/command.h"
#include "huarong/status.h"

typedef struct hr_option hr_option;

/// Local. Read the value `text` of `option` into *place, a member of the settings. `text` is NULL for an option that takes no
/// value, and "" if an optional value is missing; it lives until the command's run has ended. HR_USAGE: the value is not valid, and
/// *place means nothing then.
typedef hr_status (*hr_option_reader)(const hr_option *option, const char *text, void *place, hr_error *error);

/// A name that a value can be.
typedef struct hr_option_name {
    const char *name;    ///< as people write it; ", " stands between two forms; NULL: there are no more names
    const char *kind;    ///< the kind of puzzle that it is for; NULL: any
    const char *summary; ///< what it is, in a few words, small initial, no full stop
} hr_option_name;

/// The names that a value can be, from the table that has them.
typedef struct hr_option_names {
    const char *title;                   ///< what they are: "Engines"
    hr_option_name (*name_of)(size_t i); ///< Local. Returns the name number `i`
} hr_option_names;

struct hr_option {
    const char *name;             ///< the word after the two dashes
    const char *value;            ///< what --help calls the value; NULL: the option takes no value
    const char *help;             ///< lines of at most 51 characters, with '\n' between them; the first sentence of the manual, too
    size_t place;                 ///< HR_PLACE of the member of the settings that gets the value
    hr_option_reader read;        ///< reads the value
    size_t given;                 ///< HR_PART of a bool that becomes true if the option is given; 0: none
    uint64_t least;               ///< least value of a number; of words: the index of what a missing value stands for
    uint64_t most;                ///< greatest value of a number
    hr_file_use file;             ///< what the command does with the file that the value names
    const char *more;             ///< what only the manual says: sentences, with '\n' between them; NULL: nothing
    const char *words;            ///< words that the value can be, with blanks between; NULL: none but `names`
    const char *needs;            ///< options of which one must be given, too, with blanks between; NULL: none
    const char *excludes;         ///< options that cannot be given, too, with blanks between; NULL: none
    const char *formats;          ///< formats of the result that use the option, with blanks between; NULL: all
    const char *was;              ///< names that the option had before, with blanks between; NULL: none
    const hr_option_names *names; ///< names that the value can be, which --help lists after the options; NULL: none
    char letter;                  ///< the letter after a single dash; '\0': none
    bool optional;                ///< the value may be missing; it must follow a '='
    bool many;                    ///< the option may be given several times
};

// NOLINTBEGIN(bugprone-macro-parentheses): the name of a member or a type stands in no parentheses

/// The offset of MEMBER in the struct SETTINGS. The macro does not compile unless the member has the type TYPE.
#define HR_PLACE(SETTINGS, MEMBER, TYPE) _Generic(((SETTINGS *)0)->MEMBER, TYPE : offsetof(SETTINGS, MEMBER))

// NOLINTEND(bugprone-macro-parentheses)

/// The offset of MEMBER, as HR_PLACE, plus 1. So 0 can stand for "no such member".
#define HR_PART(SETTINGS, MEMBER, TYPE) (HR_PLACE(SETTINGS, MEMBER, TYPE) + 1)

/// The end of every table.
#define HR_OPTIONS_END                                                                                                             \
    { .name = NULL }

/// The arguments of a command after the first one.
typedef struct hr_arguments {
    const char *const *texts; ///< [count] they live until the command's run has ended
    size_t count;
} hr_arguments;

/// A parsed command line.
typedef struct hr_options hr_options;

/// Local. Parse `words[0..count)` into the command's settings, whose texts are in these words. HR_USAGE: an option is not in the
/// command's table; its value is missing, looks like an option, is not wanted, not valid or given twice; there are too few or too
/// many arguments; the first argument looks like the value of an option; a file is given two uses; or options do not go together.
/// HR_INTERNAL: out of memory. The caller destroys *options, on error too.
hr_status hr_options_parse(const hr_command *command, const char *const *words, size_t count, void *settings, hr_options **options,
                           hr_error *error);

/// Local. NULL-safe; sets *options to NULL.
void hr_options_destroy(hr_options **options);

/// Local. Is there a --help or -h among the words, before a `--`, that is not in the place of an option's value?
bool hr_options_help_wanted(const hr_command *command, const char *const *words, size_t count);

/// Local. Print the command's usage, options, names and notes.
void hr_options_print_help(const hr_command *command, FILE *out);

#endif
