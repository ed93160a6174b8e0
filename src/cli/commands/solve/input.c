// SPDX-License-Identifier: MIT
// Positions from arguments, a file or standard input.

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/commands/solve/solve.h"
#include "cli/input.h"
#include "core/array.h"
#include "core/quantity.h"
#include "core/try.h"

#define SPACE " \t\r,;/"
#define INPUT_MAX ((size_t)1 << 30)  ///< the greatest input in bytes
#define INPUT_STEP ((size_t)1 << 16) ///< room for at least this many bytes is made before each read

void hr_solve_input_clear(hr_solve_input *input) {
    free(input->bytes);
    free(input->texts);
    free(input->kept);
    if (input->begun && input->file > STDIN_FILENO) {
        (void)close(input->file);
    }
    *input = (hr_solve_input){0};
}

static size_t count_words(const char *text, const char *separators) {
    size_t n = 0;
    for (text += strspn(text, separators); *text != '\0'; text += strspn(text, separators)) {
        text += strcspn(text, separators);
        n++;
    }
    return n;
}

// NOLINTNEXTLINE(readability-non-const-parameter): the line is read in place later
static hr_status add_text(hr_solve_input *input, char *text, const char *name, size_t line, hr_error *error) {
    if (!HR_ARRAY_RESERVE(input->texts, input->capacity, input->count + 1)) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for %zu positions", input->count + 1);
    }
    input->texts[input->count] = (hr_solve_text){.text = text, .name = name, .line = line, .number = input->count + 1};
    input->count++;
    return HR_OK;
}

/// Only where positions are numbers: in a drawn puzzle # is a wall.
void hr_solve_erase_comments(char *text) {
    bool comment = false;
    bool quoted = false;
    for (char before = '\n'; *text != '\0'; text++) {
        const char c = *text;
        quoted = c != '\n' && quoted != (c == '"');
        comment = c != '\n' && (comment || (c == '#' && !quoted && strchr(SPACE "\n", before) != NULL));
        *text = comment ? ' ' : c;
        before = c;
    }
}

/// Move *at behind its first word, which becomes a text of its own, and the separators after it. Returns the word.
static char *take_word(char **at) {
    char *word = *at + strspn(*at, SPACE);
    char *end = word + strcspn(word, SPACE);
    *at = end + (*end != '\0');
    *at += strspn(*at, SPACE);
    *end = '\0';
    return word;
}

/// End the text after its first `words` words.
static void cut(char *text, size_t words) {
    for (size_t i = 0; i < words; i++) {
        text += strspn(text, SPACE);
        text += strcspn(text, SPACE);
    }
    *text = '\0';
}

/// Is the line the head of a table, with a word that begins with a letter for each column?
static bool is_head(const char *line) {
    size_t words = 0;
    for (line += strspn(line, SPACE "\""); *line != '\0' && *line != '\n'; line += strspn(line, SPACE "\"")) {
        if ((*line < 'A' || *line > 'Z') && (*line < 'a' || *line > 'z')) {
            return false;
        }
        line += strcspn(line, SPACE "\n");
        words++;
    }
    return words > 1;
}

/// Make a position of a line that is not empty. A table may have a name before the cells and further columns behind them, which are
/// left out.
static hr_status split_line(hr_solve_input *input, const hr_solve_lines *layout, char *line, size_t number, hr_error *error) {
    const char *name = NULL;
    if (layout->table && count_words(line, SPACE) > layout->cells) {
        name = take_word(&line);
        cut(line, layout->cells);
    }
    return add_text(input, line, name, number, error);
}

hr_status hr_solve_split_lines(hr_solve_input *input, const hr_solve_lines *layout, hr_error *error) {
    size_t number = input->lines;
    input->columns.cells = layout->cells;
    bool head = layout->table && layout->head;
    for (char *line = input->bytes; *line != '\0';) {
        const size_t length = strcspn(line, "\n");
        char *next = line + length + (line[length] == '\n');
        line[length] = '\0';
        number++;
        if (strspn(line, SPACE) < length && !head) {
            HR_TRY(split_line(input, layout, line, number, error));
        }
        head = head && strspn(line, SPACE) == length;
        line = next;
    }
    input->lines = number;
    return HR_OK;
}

static size_t words_of_line(const char *line) {
    size_t words = 0;
    for (line += strspn(line, SPACE); *line != '\0' && *line != '\n' && *line != '#'; line += strspn(line, SPACE)) {
        line += strcspn(line, SPACE "\n");
        words++;
    }
    return words;
}

/// Does each line that is not empty hold one whole position, perhaps after its name? If the first does, the mistakes in others do
/// not matter with `keep_going`, or if all numbers together cannot be boards.
static bool is_one_a_line(const char *text, size_t cells, bool keep_going) {
    bool first = true;
    bool all = true;
    bool begins = false;
    for (const char *line = text; *line != '\0';) {
        const size_t words = words_of_line(line);
        const bool good = words == cells || words == cells + 1;
        begins = begins || (first && good);
        all = all && (words == 0 || good);
        first = first && words == 0;
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    return all || (begins && (keep_going || count_words(text, SPACE "\n") % cells != 0));
}

void hr_solve_guess_layout(hr_solve_input *input, const char *text, size_t cells, bool *known) {
    text += strncmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; // a byte order mark
    *known = cells == 0;
    input->by_line = cells == 0;
    input->table = false;
    for (const char *end = strchr(text, '\n'); end != NULL && !*known; end = strchr(text, '\n')) {
        const char *at = text + strspn(text, SPACE);
        if (at != end && *at != '#') {
            const size_t words = words_of_line(text);
            *known = true;
            input->by_line = is_head(at) || words == cells || words == cells + 1;
            input->table = is_head(at) && !hr_columns_read(at, NULL);
        }
        text = end + 1;
    }
}

/// Read the number of boards, with which input in the format of programming contests begins. Returns false if the text at *at is no
/// number; else *at moves behind the number.
static bool read_board_count(const char *separators, char **at, unsigned long long *count) {
    char *end = NULL;
    *count = strtoull(*at, &end, 10);
    if (end == *at || strchr(separators, *end) == NULL) {
        return false;
    }
    *at = end + strspn(end, separators);
    return true;
}

/// Returns how many lines end between the two places in a text.
static size_t count_ends(const char *from, const char *to) {
    size_t ends = 0;
    for (; from < to; from++) {
        ends += *from == '\n';
    }
    return ends;
}

/// Returns the number of the line, from 1, that has the word number `place`, from 0.
static size_t line_of_word(const char *text, size_t place) {
    const char *at = text + strspn(text, SPACE "\n");
    for (size_t i = 0; i < place; i++) {
        at += strcspn(at, SPACE "\n");
        at += strspn(at, SPACE "\n");
    }
    return 1 + count_ends(text, at);
}

/// Split numbers in any layout into boards of `cells` numbers. The number of boards may come first.
static hr_status split_words(hr_solve_input *input, size_t cells, hr_error *error) {
    const char *const separators = SPACE "\n";
    const size_t words = count_words(input->bytes, separators);
    const size_t boards = words / cells;
    char *at = input->bytes + strspn(input->bytes, separators);
    unsigned long long count = 0;
    const bool told = words % cells == 1 && boards > 0 && read_board_count(separators, &at, &count);
    const bool misfit = told ? count != boards : words % cells != 0;
    hr_error place = {.text = ""};
    if (misfit && input->from != NULL) {
        (void)hr_error_set(&place, HR_USAGE, "%.200s, line %zu: ", input->from,
                           line_of_word(input->bytes, told ? 0 : boards * cells));
    }
    if (misfit && told) {
        return hr_error_set(error, HR_USAGE, "%sthe number of boards is %llu by the first line, but %zu follow", place.text, count,
                            boards);
    }
    if (misfit) {
        return hr_error_set(error, HR_USAGE,
                            "%s%zu number%s cannot be boards of %zu cells: write %zu numbers for a board, with blanks between them",
                            place.text, words, hr_quantity_plural(words), cells, cells);
    }
    size_t line = 1 + count_ends(input->bytes, at);
    while (*at != '\0') {
        char *const text = at;
        char *end = at;
        for (size_t i = 0; i < cells; i++) {
            at += strcspn(at, separators);
            end = at;
            at += strspn(at, separators);
        }
        HR_TRY(add_text(input, text, NULL, line, error));
        line += count_ends(text, at); // before the text is ended where a line may end
        *end = '\0';
    }
    return HR_OK;
}

hr_status hr_solve_no_position(const hr_solve_input *input, hr_error *error) {
    return hr_error_set(error, HR_USAGE, "%s", input->if_empty != NULL ? input->if_empty : HR_SOLVE_NO_POSITION);
}

hr_status hr_solve_split(hr_solve_input *input, size_t cells, bool keep_going, hr_error *error) {
    if (input->bytes == NULL) {
        return hr_error_set(error, HR_INTERNAL, "the positions were not read");
    }
    if (strncmp(input->bytes, "\xef\xbb\xbf", 3) == 0) { // a byte order mark
        memset(input->bytes, ' ', 3);
    }
    if (cells > 0) {
        hr_solve_erase_comments(input->bytes);
    }
    const char *first = input->bytes + strspn(input->bytes, SPACE "\n");
    const bool head = cells > 0 && is_head(first);
    const hr_solve_lines layout = {.cells = cells, .head = true, .table = head && !hr_columns_read(first, NULL)};
    if (cells == 0 || head || is_one_a_line(input->bytes, cells, keep_going)) {
        HR_TRY(hr_solve_split_lines(input, &layout, error));
    } else {
        HR_TRY(split_words(input, cells, error));
    }
    return input->count > 0 ? HR_OK : hr_solve_no_position(input, error);
}

/// Local. Read all of a stream into a new array, ended by '\0'.
static hr_status read_stream(FILE *stream, const char *name, char **bytes, size_t *size, hr_error *error) {
    size_t capacity = 0;
    *bytes = NULL;
    *size = 0;
    do {
        if (*size > INPUT_MAX) {
            return hr_error_set(error, HR_FILE, "'%.200s' is too long: split it into files below %zu MiB", name, INPUT_MAX >> 20);
        }
        if (!HR_ARRAY_RESERVE(*bytes, capacity, *size + INPUT_STEP)) {
            return hr_error_set(error, HR_INTERNAL, "out of memory for '%.200s'", name);
        }
        *size += fread(*bytes + *size, 1, capacity - *size - 1, stream);
    } while (feof(stream) == 0 && ferror(stream) == 0);
    (*bytes)[*size] = '\0';
    if (ferror(stream) != 0) {
        return hr_error_set(error, HR_FILE, "'%.200s' cannot be read: %s", name, strerror(errno));
    }
    if (memchr(*bytes, '\0', *size) != NULL) {
        return hr_error_set(error, HR_USAGE, "'%.200s' is not text", name);
    }
    return HR_OK;
}

static hr_status read_file(const char *name, char **bytes, size_t *size, hr_error *error) {
    if (name == NULL || strcmp(name, "-") == 0) {
        return read_stream(stdin, "standard input", bytes, size, error);
    }
    FILE *stream = fopen(name, "r");
    if (stream == NULL) {
        return hr_error_set(error, HR_FILE, "'%.200s' cannot be opened: %s", name, strerror(errno));
    }
    const hr_status status = read_stream(stream, name, bytes, size, error);
    (void)fclose(stream);
    return status;
}

/// Local. Write each of `count` texts as a line. If each text is a single number, all of them make one line.
static hr_status join_texts(const char *const *texts, size_t count, size_t cells, char **bytes, hr_error *error) {
    size_t size = 1;
    bool single = cells > 1 && count > 1;
    for (size_t i = 0; i < count; i++) {
        size += strlen(texts[i]) + 1;
        single = single && count_words(texts[i], SPACE "\n") == 1;
    }
    *bytes = malloc(size);
    if (*bytes == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the positions");
    }
    char *at = *bytes;
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(texts[i]);
        for (size_t c = 0; c < length; c++) { // a text of several lines is one position
            *at++ = texts[i][c] == '\n' ? ' ' : texts[i][c];
        }
        *at++ = single ? ' ' : '\n';
    }
    *at = '\0';
    return HR_OK;
}

/// Collective. Make lines of the arguments. "@FILE" stands for the position in the file.
static hr_status read_arguments(hr_program *program, const hr_arguments *arguments, size_t cells, char **bytes, hr_error *error) {
    const size_t count = arguments->count;
    char **contents = hr_comm_allocate(program->world, count * sizeof *contents, "the positions", error);
    const char **texts = contents == NULL ? NULL : hr_comm_allocate(program->world, count * sizeof *texts, "the positions", error);
    hr_status status = texts == NULL ? HR_INTERNAL : HR_OK;
    for (size_t i = 0; i < count && status == HR_OK; i++) {
        if (arguments->texts[i][0] == '@') {
            status = hr_input_text(program, arguments->texts[i], &contents[i], error);
        }
        texts[i] = contents[i] != NULL ? contents[i] : arguments->texts[i];
    }
    if (status == HR_OK) {
        status = hr_program_join(program, join_texts(texts, count, cells, bytes, error), error);
    }
    for (size_t i = 0; i < count && contents != NULL; i++) {
        free(contents[i]);
    }
    free((void *)contents);
    free((void *)texts);
    return status;
}

/// Is the input standard input?
static bool reads_standard(const hr_solve_settings *settings) { return settings->file == NULL || strcmp(settings->file, "-") == 0; }

const char *hr_solve_source(const hr_solve_settings *settings) {
    return reads_standard(settings) ? "standard input" : settings->file;
}

void hr_solve_announce(const hr_program *program, const hr_solve_settings *settings) {
    if (reads_standard(settings) && !settings->output.quiet) {
        hr_input_announce(program, "positions");
    }
}

hr_status hr_solve_read(hr_program *program, const hr_solve_settings *settings, size_t cells, hr_solve_input *input,
                        hr_error *error) {
    *input = (hr_solve_input){0};
    hr_status status = HR_OK;
    if (settings->arguments.count > 0) {
        HR_TRY(read_arguments(program, &settings->arguments, cells, &input->bytes, error));
    } else {
        input->from = hr_solve_source(settings);
        uint64_t size = 0;
        if (hr_program_speaks(program)) {
            hr_solve_announce(program, settings);
            size_t read = 0;
            status = read_file(settings->file, &input->bytes, &read, error);
            size = read;
        }
        HR_TRY(hr_program_join(program, status, error));
        HR_TRY(hr_comm_broadcast(program->world, &size, sizeof size, error));
        if (!hr_program_speaks(program)) {
            input->bytes = malloc((size_t)size + 1);
            status = input->bytes == NULL ? hr_error_set(error, HR_INTERNAL, "out of memory for the positions") : HR_OK;
        }
        HR_TRY(hr_program_join(program, status, error));
        HR_TRY(hr_comm_broadcast(program->world, input->bytes, (size_t)size + 1, error));
    }
    return hr_solve_split(input, cells, settings->keep_going, error);
}

hr_status hr_solve_take_start(const hr_puzzle *puzzle, hr_solve_input *input, hr_error *error) {
    uint64_t cursor = 0;
    hr_state start = HR_STATE_NONE;
    input->bytes = malloc(HR_STATE_TEXT_MAX);
    if (input->bytes == NULL || hr_puzzle_sources(puzzle, &cursor, &start, 1) != 1) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for a position");
    }
    hr_puzzle_format(puzzle, start, input->bytes);
    return hr_solve_split(input, 0, false, error);
}
