// SPDX-License-Identifier: MIT
// Opens tables. Everything before the payload is read and checked here.

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/quantity.h"
#include "core/state.h"
#include "core/try.h"
#include "puzzle/kinds.h"
#include "puzzle/lines.h"
#include "table/file.h"

static hr_status damaged(const hr_table *table, const char *what, hr_error *error) {
    return hr_error_set(error, HR_FILE, "%.200s: damaged: %s; copy or make the table again", table->path, what);
}

/// Map the whole file into memory.
static hr_status map_file(hr_table *table, hr_error *error) {
    const int descriptor = open(table->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // without O_NONBLOCK, opening a pipe waits
    struct stat file;
    if (descriptor < 0 || fstat(descriptor, &file) != 0) {
        const int code = errno;
        if (descriptor >= 0) {
            (void)close(descriptor);
        }
        return hr_error_set(error, HR_FILE, "%.200s: cannot open the table: %s", table->path, strerror(code));
    }
    hr_status status = HR_OK;
    if (!S_ISREG(file.st_mode)) {
        status = hr_error_set(error, HR_FILE, "%.200s: not a table: not a regular file", table->path);
    } else if (file.st_size < (off_t)HR_TABLE_ALIGNMENT) {
        status = hr_error_set(error, HR_FILE, "%.200s: not a table, or cut off: only %lld byte%s", table->path,
                              (long long)file.st_size, hr_quantity_plural((uint64_t)file.st_size));
    } else {
        table->info.file_bytes = (uint64_t)file.st_size;
        void *bytes = mmap(NULL, (size_t)file.st_size, PROT_READ, MAP_SHARED, descriptor, 0);
        if (bytes == MAP_FAILED) {
            status = hr_error_set(error, HR_FILE, "%.200s: cannot map the table into memory: %s", table->path, strerror(errno));
        } else {
            table->mapping = bytes;
            table->bytes = bytes;
        }
    }
    (void)close(descriptor);
    return status;
}

/// Set `words` and the version in *format by the file's version, if that is one of a table.
static void take_width(hr_table *table, hr_file_format *format) {
    hr_head head = hr_head_begin(&hr_table_format);
    head.version = table->head.common.version;
    head.checksum = table->head.common.checksum;
    const bool known = head.version >= 1 && head.version <= hr_table_format.newest;
    if (known && memcmp(&head, &table->head.common, sizeof head) == 0) {
        format->version = head.version;
        table->words = head.version;
    } // else hr_head_recognise says what is wrong
}

/// Check the constants at the start, the size of the file, and the checksum of the head.
static hr_status check_head(hr_table *table, hr_error *error) {
    const hr_table_head *head = &table->head;
    const uint64_t size = table->info.file_bytes;
    hr_file_format format = hr_table_format;
    take_width(table, &format);
    HR_TRY(hr_head_recognise(&format, table->path, table->bytes, (size_t)size, error));
    if (head->payload_offset > size || head->payload_offset < HR_TABLE_ALIGNMENT ||
        head->payload_offset % HR_TABLE_ALIGNMENT != 0) {
        return damaged(table, "cut off within the head, or the head's sizes are wrong", error);
    }
    HR_TRY(hr_head_check(&format, table->path, table->bytes, (size_t)head->payload_offset, error));
    if (head->payload_bytes != size - head->payload_offset) {
        return hr_error_set(error, HR_FILE, "%.200s: %s: the file has %" PRIu64 " bytes instead of %" PRIu64, table->path,
                            head->payload_bytes > size - head->payload_offset ? "cut off" : "damaged", size,
                            head->payload_offset + head->payload_bytes);
    }
    return HR_OK;
}

static hr_status foreign(const hr_table *table, const char *what, const char *has, const char *wanted, hr_error *error) {
    return hr_error_set(error, HR_FILE,
                        strcmp(what, "metric") == 0 ? "%.120s: a table in another %s: %.100s, not %.100s"
                                                    : "%.120s: a table of another puzzle: its %s is %.100s, not %.100s",
                        table->path, what, has[0] == '\0' ? "the default" : has, wanted[0] == '\0' ? "the default" : wanted);
}

/// Check that the table's puzzle is written as this one is.
static hr_status check_lines(const hr_table *table, const hr_puzzle *wanted, hr_error *error) {
    const hr_puzzle_options *own = &table->info.options;
    char text[HR_TABLE_TEXT_MAX];
    size_t length = 0;
    hr_puzzle_options other = {0};
    HR_TRY(hr_puzzle_write_lines(wanted, sizeof text, text, &length, error));
    HR_TRY(hr_puzzle_read_lines(text, length, &other, error));
    const struct {
        const char *what, *has, *wanted;
    } pairs[] = {
        {"board", own->spec, other.spec},  {"metric", hr_metric_name(own->metric), hr_metric_name(other.metric)},
        {"text", own->text, other.text},   {"goal", own->goal, other.goal},
        {"source", own->from, other.from}, {"exit", own->exit, other.exit},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const char *has = pairs[i].has == NULL ? "" : pairs[i].has;
        const char *wants = pairs[i].wanted == NULL ? "" : pairs[i].wanted;
        if (strcmp(has, wants) != 0) {
            return foreign(table, pairs[i].what, has, wants, error);
        }
    }
    return HR_OK;
}

/// Make the puzzle from the head's text.
static hr_status read_puzzle(hr_table *table, hr_error *error) {
    const hr_table_head *head = &table->head;
    if (head->text_offset != HR_TABLE_HEAD_BYTES || head->text_bytes > HR_TABLE_TEXT_MAX) {
        return damaged(table, "the head's sizes are wrong", error);
    }
    table->text = calloc(1, (size_t)head->text_bytes + 1);
    HR_TRY_MEMORY(table->text != NULL, error, "a table's head");
    memcpy(table->text, table->bytes + head->text_offset, head->text_bytes);
    HR_TRY(hr_puzzle_read_lines(table->text, head->text_bytes, &table->info.options, error));
    hr_error reason;
    const hr_status status = hr_puzzle_create(&table->info.options, &table->puzzle, &reason);
    if (status != HR_OK) { // HR_USAGE means here that the file is bad; HR_INTERNAL stays
        return hr_error_set(error, status == HR_INTERNAL ? HR_INTERNAL : HR_FILE,
                            "%.200s: the table's puzzle cannot be made: %.200s", table->path, reason.text);
    }
    table->puzzle_info = hr_puzzle_describe(table->puzzle);
    if (table->words != (size_t)table->puzzle_info->state_words) {
        return damaged(table, "its states have another width than those of its puzzle", error);
    }
    return check_lines(table, table->puzzle, error); // a puzzle's name need not be that of what its text draws
}

/// Check that the head's sizes and offsets are those that hr_table_layout gives to a table of this shape, and that the number of
/// entries is the puzzle's.
static hr_status check_layout(const hr_table *table, hr_error *error) {
    const hr_table_head *head = &table->head;
    const hr_table_shape shape = {
        .encoding = (hr_table_encoding)head->encoding,
        .value_bits = head->value_bits,
        .entries = head->entries,
        .max_distance = head->max_distance,
        .hardest_count = head->hardest_count,
        .state_words = table->words,
        .text_length = head->text_bytes,
        .width = table->puzzle_info->width,
        .height = table->puzzle_info->height,
    };
    hr_table_head expected;
    if (hr_table_layout(&shape, &expected, NULL) != HR_OK) {
        return damaged(table, "the head describes no possible table", error);
    }
    expected.common.checksum = head->common.checksum;
    expected.reached = head->reached;
    if (memcmp(&expected, head, sizeof expected) != 0) {
        return damaged(table, "the head's sizes are wrong", error);
    }
    const bool indexed = head->encoding != HR_TABLE_KEYS;
    if ((indexed && head->entries != table->puzzle_info->index_count) ||
        (head->encoding == HR_TABLE_PLANES && !table->puzzle_info->planes)) {
        return damaged(table, "the head's number of states is not the puzzle's", error);
    }
    return HR_OK;
}

/// Returns a copy of the `n` numbers of `size` bytes each that begin at byte `offset` of the file; NULL: out of memory.
static void *copy_numbers(const hr_table *table, uint64_t offset, size_t n, size_t size) {
    void *copy = malloc((n + 1) * size);
    if (copy != NULL) {
        memcpy(copy, table->bytes + offset, n * size);
    }
    return copy;
}

/// Copy the layer counts and the hardest states, and check them.
static hr_status read_counts(hr_table *table, hr_error *error) {
    const hr_table_head *head = &table->head;
    const size_t layers = (size_t)head->max_distance + 1;
    table->layers = copy_numbers(table, head->layers_offset, layers, sizeof *table->layers);
    table->hardest = copy_numbers(table, head->hardest_offset, head->hardest_count, table->words * sizeof *table->hardest);
    table->checked = calloc(head->chunk_count, sizeof *table->checked);
    HR_TRY_MEMORY(table->layers != NULL && table->hardest != NULL && table->checked != NULL, error, "a table's head");
    hr_count sum = 0;
    bool sound = head->reached <= head->entries && (head->encoding == HR_TABLE_INDEX || head->reached == head->entries);
    for (size_t d = 0; d < layers; d++) {
        sound = sound && table->layers[d] > 0 && table->layers[d] <= head->reached - sum;
        sum += table->layers[d];
    }
    for (size_t i = 0; sound && i < head->hardest_count; i++) {
        sound = hr_puzzle_validate(table->puzzle, table->hardest + i * table->words, NULL) == HR_OK;
    }
    return sound && sum == head->reached ? HR_OK : damaged(table, "the head's counts do not agree", error);
}

/// Set the members that only plane tables have. The distance mod 2 is 0 where the blank's cell has the colour (of a chessboard) of
/// the blank's cell in the source, and 1 elsewhere. Places are numbered along the board's shorter side, as in the index.
static void prepare_planes(hr_table *table) {
    const hr_puzzle_info *info = table->puzzle_info;
    uint64_t cursor = 0;
    (void)hr_puzzle_sources(table->puzzle, &cursor, &table->source, 1);
    hr_index index = 0;
    hr_puzzle_index(table->puzzle, &table->source, 1, &index);
    const int line = info->width < info->height ? info->width : info->height;
    table->plane_states = HR_TABLE_WORD_BITS * hr_table_plane_words(info->width, info->height);
    const int home = (int)(index / table->plane_states);
    for (int place = 0; place < info->width * info->height; place++) {
        table->cell_parity[place] = (uint8_t)((place % line + place / line + home % line + home / line) & 1);
    }
}

static void fill_info(hr_table *table) {
    const hr_table_head *head = &table->head;
    hr_table_info *info = &table->info;
    info->path = table->path;
    info->encoding = (hr_table_encoding)head->encoding;
    info->value_bits = head->value_bits;
    info->version = head->common.version;
    info->entries = head->entries;
    info->reached = head->reached;
    info->max_distance = head->max_distance;
    info->layers = table->layers;
    info->hardest = table->hardest;
    info->hardest_count = head->hardest_count;
    info->payload_offset = head->payload_offset;
    info->values_offset = head->values_offset;
    info->chunk_bytes = head->chunk_bytes;
    info->chunk_count = head->chunk_count;
    table->payload = table->bytes + head->payload_offset;
    table->checksums = (const uint64_t *)(const void *)(table->bytes + head->checksums_offset);
}

static hr_status open_table(hr_table *table, hr_error *error) {
    HR_TRY(map_file(table, error));
    memcpy(&table->head, table->bytes, sizeof table->head);
    HR_TRY(check_head(table, error));
    HR_TRY(read_puzzle(table, error));
    HR_TRY(check_layout(table, error));
    HR_TRY(read_counts(table, error));
    fill_info(table);
    if (table->head.encoding == HR_TABLE_PLANES) {
        prepare_planes(table);
    }
    return HR_OK;
}

hr_status hr_table_open(const char *path, hr_table **opened, hr_error *error) {
    *opened = NULL;
    hr_table *table = calloc(1, sizeof *table);
    char *path_copy = strdup(path);
    if (table == NULL || path_copy == NULL) {
        free(path_copy);
        free(table);
        return hr_error_set(error, HR_INTERNAL, "out of memory for a table");
    }
    table->path = path_copy;
    const hr_status status = open_table(table, error);
    if (status != HR_OK) {
        hr_table_close(&table);
    }
    *opened = table;
    return status;
}

void hr_table_close(hr_table **table) {
    hr_table *closed = *table;
    if (closed != NULL) {
        if (closed->mapping != NULL) {
            (void)munmap(closed->mapping, (size_t)closed->info.file_bytes);
        }
        hr_puzzle_destroy(&closed->puzzle);
        free((void *)closed->checked);
        free(closed->layers);
        free(closed->hardest);
        free(closed->text);
        free(closed->path);
        free(closed);
    }
    *table = NULL;
}

const hr_table_info *hr_table_describe(const hr_table *table) { return &table->info; }

const hr_puzzle *hr_table_puzzle(const hr_table *table) { return table->puzzle; }

hr_status hr_table_require(const hr_table *table, const hr_puzzle_options *options, hr_error *error) {
    hr_puzzle *wanted = NULL;
    HR_TRY(hr_puzzle_create(options, &wanted, error));
    const hr_status status = check_lines(table, wanted, error);
    hr_puzzle_destroy(&wanted);
    return status;
}
