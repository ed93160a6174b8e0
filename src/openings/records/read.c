// SPDX-License-Identifier: MIT
// Reading the records of earlier runs. First rank 0 finds out which families have records, then each rank takes over its own
// families.

#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/try.h"
#include "openings/records/check.h"
#include "openings/records/records.h"
#include "openings/watch.h"

/// A file that is being read.
typedef struct source {
    hr_openings_run_state *run;
    const char *path;
    FILE *stream;
    uint64_t left;       ///< bytes that have not been read yet
    bool load;           ///< take over this rank's families; false: only find out which families are there
    hr_family_plan *of;  ///< the family whose distances were read last; NULL: none, or its distances are wrong
    uint64_t frames;     ///< number of frames of `of` whose distances were read
    hr_kept_family kept; ///< the distances of `of`, if this rank takes them over
} source;

static void drop_distances(source *s) {
    free(s->kept.frames);
    free(s->kept.distances.values);
    s->kept = (hr_kept_family){.frames = NULL};
    s->of = NULL;
    s->frames = 0;
}

/// Does this rank still have to take over family `plan`?
static bool wanted(const source *s, const hr_family_plan *plan) {
    return s->load && plan->done && !plan->kept && plan->owner == hr_comm_rank(s->run->comm);
}

static hr_family_plan *find_plan(const source *s, uint64_t horizontals, uint64_t verticals) {
    for (size_t i = 0; i < s->run->plan_count; i++) {
        hr_family_plan *plan = &s->run->plans[i];
        if (horizontals == (uint64_t)plan->horizontals && verticals == (uint64_t)plan->verticals) {
            return plan;
        }
    }
    return NULL;
}

static bool read_bytes(source *s, void *bytes, uint64_t size) {
    if (size > s->left || fread(bytes, 1, (size_t)size, s->stream) != size) {
        s->left = 0;
        return false;
    }
    s->left -= size;
    return true;
}

static void skip_bytes(source *s, uint64_t size) {
    s->left = size <= s->left && fseeko(s->stream, (off_t)size, SEEK_CUR) == 0 ? s->left - size : 0;
}

/// Read the next record's head. Returns false at the end of the file, also if the file ends with something that is no record.
static bool next_record(source *s, hr_record_head *head) {
    return read_bytes(s, head, sizeof *head) && (head->kind == HR_RECORD_FAMILY || head->kind == HR_RECORD_DISTANCES) &&
           head->bytes <= s->left;
}

static void report_damage(const source *s) {
    char text[256];
    (void)snprintf(text, sizeof text, "%.200s: a damaged record", s->path);
    hr_openings_report_trouble(s->run, HR_EVENT_REFUSED, text);
}

/// Read the rest of a record's content, whose first `begun` bytes are in `start`. *content is the whole content in a new array, or
/// NULL if the record is damaged.
static hr_status read_content(source *s, const hr_record_head *head, const void *start, size_t begun, uint64_t **content,
                              hr_error *error) {
    *content = malloc((size_t)head->bytes + 1);
    HR_TRY_MEMORY(*content != NULL, error, "a record of %llu bytes", (unsigned long long)head->bytes);
    if (begun > 0) {
        memcpy(*content, start, begun);
    }
    if (read_bytes(s, (uint8_t *)*content + begun, head->bytes - begun) && head->checksum == hr_record_checksum(head, *content)) {
        return HR_OK;
    }
    free(*content);
    *content = NULL;
    if (!s->load || head->kind == HR_RECORD_DISTANCES) { // rank 0 has reported other damaged records when it looked first
        report_damage(s);
    }
    return HR_OK;
}

/// Does this record of distances fit? Its family is one of the run. It begins at the frame at which the record before it ended. It
/// has the size that its frames need. A record that begins at frame 0 begins a family; what was read of another family is dropped.
static bool fits(source *s, const hr_record_head *head, const uint64_t facts[HR_DISTANCES_HEAD]) {
    hr_family_plan *plan = find_plan(s, facts[HR_DISTANCES_HORIZONTALS], facts[HR_DISTANCES_VERTICALS]);
    if (plan == NULL || facts[HR_DISTANCES_FIRST] == 0) {
        drop_distances(s);
        s->of = plan;
    }
    const uint64_t words = plan == NULL || plan->free_cells <= 6 ? 1 : UINT64_C(1) << (plan->free_cells - 6);
    const uint64_t n = facts[HR_DISTANCES_FRAMES];
    const uint64_t planes = facts[HR_DISTANCES_PLANES];
    return s->of != NULL && s->of == plan && facts[HR_DISTANCES_FIRST] == s->frames &&
           facts[HR_DISTANCES_ALL_FRAMES] == plan->frames && n > 0 && n <= plan->frames - s->frames &&
           (planes == 8 || planes == 16) && (s->kept.frames == NULL || planes == s->kept.distances.planes) &&
           head->bytes == (HR_DISTANCES_HEAD + n * (1 + words * planes)) * sizeof(uint64_t);
}

static hr_status make_room(source *s, unsigned planes, hr_error *error) {
    const hr_family_plan *plan = s->of;
    hr_kept_family *kept = &s->kept;
    if (kept->frames == NULL) {
        kept->plan = (size_t)(plan - s->run->plans);
        kept->frame_count = (uint32_t)plan->frames;
        kept->free_cells = plan->free_cells;
        kept->words = plan->free_cells <= 6 ? 1 : (size_t)1 << (plan->free_cells - 6);
        kept->distances.planes = planes;
        kept->frames = malloc((plan->frames + 1) * sizeof *kept->frames);
        kept->distances.values = malloc((plan->frames * kept->words * planes + 1) * sizeof *kept->distances.values);
    }
    return kept->frames == NULL || kept->distances.values == NULL
               ? hr_error_set(error, HR_INTERNAL, "out of memory for the distances of %llu frames",
                              (unsigned long long)plan->frames)
               : HR_OK;
}

static hr_status take_distances(source *s, const hr_record_head *head, hr_error *error) {
    uint64_t facts[HR_DISTANCES_HEAD];
    if (head->bytes < sizeof facts || !read_bytes(s, facts, sizeof facts)) {
        s->left = 0;
        return HR_OK;
    }
    if (!fits(s, head, facts)) {
        drop_distances(s);
        skip_bytes(s, head->bytes - sizeof facts);
        return HR_OK;
    }
    const uint64_t n = facts[HR_DISTANCES_FRAMES];
    if (!wanted(s, s->of) || s->run->result->store == NULL) {
        skip_bytes(s, head->bytes - sizeof facts);
        s->frames += n;
        return HR_OK;
    }
    uint64_t *content = NULL;
    HR_TRY(make_room(s, (unsigned)facts[HR_DISTANCES_PLANES], error));
    HR_TRY(read_content(s, head, facts, sizeof facts, &content, error));
    if (content == NULL) {
        drop_distances(s);
        return HR_OK;
    }
    const uint64_t frame_words = s->kept.words * s->kept.distances.planes;
    memcpy(s->kept.frames + s->frames, content + HR_DISTANCES_HEAD, n * sizeof *content);
    memcpy(s->kept.distances.values + s->frames * frame_words, content + HR_DISTANCES_HEAD + n, n * frame_words * sizeof *content);
    s->frames += n;
    free(content);
    return HR_OK;
}

/// Enter a family's figures, and the distances that were read before them, into the result.
static hr_status take_over(source *s, hr_family_plan *plan, const uint64_t *words, hr_error *error) {
    hr_openings_run_state *run = s->run;
    const size_t number = (size_t)(plan - run->plans);
    const size_t sets = (size_t)__builtin_popcount(plan->singles);
    const size_t cells = 2 * (size_t)words[HR_FAMILY_DEPTHS] * HR_SINGLES_MAX;
    hr_count *histograms = calloc(cells + 1, sizeof *histograms);
    HR_TRY_MEMORY(histograms != NULL, error, "the histograms of a family");
    memcpy(histograms, words + HR_FAMILY_HEAD + sets * HR_OPENINGS_SET_VALUES, cells * sizeof *histograms);
    run->family_histograms[number] = histograms;
    run->family_depths[number] = (size_t)words[HR_FAMILY_DEPTHS];
    for (size_t k = 0; k < sets; k++) {
        hr_openings_unpack(words + HR_FAMILY_HEAD + k * HR_OPENINGS_SET_VALUES, &run->result->sets[plan->first_set + k]);
    }
    if (run->result->store != NULL) {
        run->result->store->families[run->result->store->family_count++] = s->kept;
        s->kept = (hr_kept_family){.frames = NULL};
    }
    plan->kept = true;
    return HR_OK;
}

static hr_status take_family(source *s, const uint64_t *words, uint64_t count, hr_error *error) {
    hr_family_plan *plan = count < HR_FAMILY_HEAD ? NULL : find_plan(s, words[HR_FAMILY_HORIZONTALS], words[HR_FAMILY_VERTICALS]);
    if (plan == NULL || words[HR_FAMILY_SINGLES] != plan->singles || words[HR_FAMILY_DEPTHS] > count ||
        count != HR_FAMILY_HEAD + (uint64_t)__builtin_popcount(plan->singles) * HR_OPENINGS_SET_VALUES +
                     2 * words[HR_FAMILY_DEPTHS] * HR_SINGLES_MAX ||
        (s->run->options->keep_distances && (s->of != plan || s->frames != plan->frames))) {
        return HR_OK;
    }
    bool sound = hr_record_check_figures(s->run, plan, words);
    const bool told = s->load && !sound; // rank 0 has reported it when it looked first
    if (sound && s->kept.frames != NULL) {
        HR_TRY(hr_record_check_distances(s->run, &s->kept, words, &sound, error));
    }
    if (!sound) {
        if (!told) {
            report_damage(s);
        }
        return HR_OK;
    }
    plan->done |= !s->load;
    return wanted(s, plan) ? take_over(s, plan, words, error) : HR_OK;
}

/// Read a record of a family. A record that is too long for a family is skipped.
static hr_status take_content(source *s, const hr_record_head *head, hr_error *error) {
    if (head->bytes % sizeof(uint64_t) != 0 || head->bytes > HR_FAMILY_BYTES_MAX) {
        skip_bytes(s, head->bytes);
        return HR_OK;
    }
    uint64_t *words = NULL;
    HR_TRY(read_content(s, head, NULL, 0, &words, error));
    const hr_status status = words == NULL ? HR_OK : take_family(s, words, head->bytes / sizeof *words, error);
    free(words);
    return status;
}

static hr_status read_records(source *s, hr_error *error) {
    hr_record_head head;
    while (next_record(s, &head)) {
        if (s->load && !hr_openings_goes_on(s->run)) {
            return hr_error_set(error, HR_STOPPED, "stopped");
        }
        if (head.kind == HR_RECORD_DISTANCES) {
            HR_TRY(take_distances(s, &head, error));
            continue;
        }
        const hr_status status = take_content(s, &head, error);
        drop_distances(s);
        HR_TRY(status);
    }
    return HR_OK;
}

/// Read and check the head of the file. *usable is false if there is none, or if it is damaged or of another version. HR_FILE: the
/// file is another run's.
static hr_status check_head(source *s, bool *usable, hr_error *error) {
    hr_openings_file_head head;
    hr_error why = {.text = ""};
    *usable = read_bytes(s, &head, sizeof head); // false: the run was killed before the head was on the disk
    if (*usable && hr_head_check(&hr_openings_format, s->path, &head, sizeof head, &why) != HR_OK) {
        *usable = false;
        if (!s->load) { // else rank 0 has reported it when it looked first
            hr_openings_report_trouble(s->run, HR_EVENT_REFUSED, why.text);
        }
    }
    const char *identity = s->run->records->identity;
    if (*usable && memcmp(head.identity, identity, sizeof head.identity) != 0) {
        return hr_error_set(error, HR_FILE, "%.120s: of another run: of '%.150s', this one is '%.150s'", s->path, head.identity,
                            identity);
    }
    return HR_OK;
}

static hr_status open_file(source *s, hr_error *error) {
    const int file = open(s->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); // without O_NONBLOCK a pipe waits for its writer
    struct stat found;
    if (file < 0 || fstat(file, &found) != 0 || (s->stream = fdopen(file, "r")) == NULL) {
        const int code = errno;
        if (file >= 0) {
            (void)close(file);
        }
        return hr_error_set(error, code == ENOMEM ? HR_INTERNAL : HR_FILE, "%.300s: cannot be read: %s", s->path, strerror(code));
    }
    s->left = S_ISREG(found.st_mode) ? (uint64_t)found.st_size : 0;
    return HR_OK;
}

static hr_status read_file(hr_openings_run_state *run, const char *path, bool load, hr_error *error) {
    source s = {.run = run, .path = path, .load = load};
    HR_TRY(open_file(&s, error));
    bool usable = false;
    hr_status status = check_head(&s, &usable, error);
    if (status == HR_OK && usable) {
        status = read_records(&s, error);
    }
    drop_distances(&s);
    (void)fclose(s.stream);
    return status;
}

static bool is_records(const char *name) {
    const size_t length = strlen(name);
    const size_t suffix = sizeof HR_RECORDS_SUFFIX - 1;
    return strncmp(name, HR_RECORDS_PREFIX, sizeof HR_RECORDS_PREFIX - 1) == 0 && length > suffix &&
           strcmp(name + length - suffix, HR_RECORDS_SUFFIX) == 0;
}

/// Read all files of records in the directory. HR_USAGE: there is one, and the options do not ask to resume.
static hr_status read_all(hr_openings_run_state *run, bool load, hr_error *error) {
    const char *name = run->options->checkpoint.directory;
    DIR *directory = opendir(name);
    if (directory == NULL) {
        return hr_error_set(error, HR_FILE, "%.300s: cannot be read: %s", name, strerror(errno));
    }
    hr_status status = HR_OK;
    for (const struct dirent *entry = readdir(directory); entry != NULL && status == HR_OK; entry = readdir(directory)) {
        char path[4096 + 256];
        if (!is_records(entry->d_name)) {
            continue;
        }
        (void)snprintf(path, sizeof path, "%.4000s/%.300s", name, entry->d_name);
        status = run->options->checkpoint.resume
                     ? read_file(run, path, load, error)
                     : hr_error_set(error, HR_USAGE,
                                    "%.300s holds results of an earlier run: go on with --resume, or give another directory", name);
    }
    (void)closedir(directory);
    return status;
}

static void identify(const hr_openings_run_state *run, char *text, size_t size) {
    const hr_openings_filter *filter = &run->options->filter;
    const hr_puzzle_info *info = hr_puzzle_describe(run->puzzle);
    (void)snprintf(text, size, "openings %s, metric %s, exit %d, pieces %d,%d,%d,%d, components %d", info->spec,
                   hr_metric_name(info->metric), run->board->exit, filter->horizontals, filter->verticals, filter->singles,
                   filter->dominoes, run->options->components ? 1 : 0);
}

hr_status hr_openings_records_open(hr_openings_run_state *run, hr_error *error) {
    hr_openings_records *records = run->records;
    *records = (hr_openings_records){.file = -1, .last_sync = run->begin};
    const char *name = run->options->checkpoint.directory;
    if (name != NULL) {
        identify(run, records->identity, sizeof records->identity);
        HR_TRY(hr_checkpoint_open(run->comm, name, records->identity, &records->store, error));
        HR_TRY(hr_comm_agree(run->comm, hr_comm_rank(run->comm) == 0 ? read_all(run, false, error) : HR_OK, error));
    }
    uint64_t done[HR_FAMILIES_MAX] = {0};
    for (size_t i = 0; i < run->plan_count; i++) {
        done[i] = run->plans[i].done;
    }
    HR_TRY(hr_comm_broadcast(run->comm, done, sizeof done, error));
    for (size_t i = 0; i < run->plan_count; i++) {
        run->plans[i].done = done[i] != 0;
    }
    return hr_comm_agree(run->comm, hr_openings_deal(run, error), error);
}

hr_status hr_openings_records_load(hr_openings_run_state *run, hr_error *error) {
    const double begin = hr_comm_seconds();
    if (run->records->store == NULL || !run->options->checkpoint.resume) {
        return HR_OK;
    }
    const hr_status status = read_all(run, true, error);
    size_t known = 0;
    for (size_t i = 0; i < run->plan_count; i++) {
        hr_family_plan *plan = &run->plans[i];
        const bool own = plan->owner == hr_comm_rank(run->comm);
        known += plan->done;
        plan->kept |= own && plan->done && status == HR_STOPPED; // the reading was stopped: the record stays in its file
        plan->done &= !own || plan->kept;
    }
    HR_TRY(status);
    run->result->seconds.keep = hr_comm_seconds() - begin;
    if (hr_comm_rank(run->comm) == 0 && known > 0) {
        const hr_openings_event event = {.kind = HR_EVENT_RESUMED, .duration = run->result->seconds.keep};
        hr_openings_report_event(run, &event);
    }
    return HR_OK;
}
