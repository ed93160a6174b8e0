// SPDX-License-Identifier: MIT
// The key of a block of checksums is the number of the part, that of a list is the list's number.

#include "enumerate/bits/kept.h"

#include <string.h>

#include "core/smallest.h"
#include "core/try.h"
#include "enumerate/bits/segments.h"

enum { SECTION_LISTS = 3, SECTION_SCRATCH = 5, SECTION_CHECKSUMS }; ///< behind the sections of the rules

/// How many planes of a part checkpoints keep.
static int kept_planes(const hr_bits_search *s) { return s->rule->layer_planes(&s->board); }

/// The number of words that this rank writes about its planes or the disk's files.
static uint64_t planes_words(const hr_bits_search *s) {
    const bool whole = hr_bits_is_whole(s);
    const uint64_t planes = s->parts.deal.slots * (uint64_t)kept_planes(s);
    if (s->disk != NULL) {
        return (s->parts.deal.rank == 0 ? hr_nodes_words(&s->disk->nodes) : 0) + (whole ? 0 : planes);
    }
    return planes * s->parts.shape.part_words * (uint64_t)(!whole + (s->parts.second != NULL));
}

/// Write the checksums of this rank's part number `slot`.
static hr_status put_checksums(const hr_bits_search *s, uint64_t slot, hr_checkpoint_writer *writer, hr_error *error) {
    const uint64_t part = hr_bits_own_part(&s->parts.deal, slot);
    const int count = kept_planes(s);
    uint64_t checksums[HR_BITS_CELLS_MAX];
    for (int number = 0; number < count; number++) {
        checksums[number] = hr_bits_disk_checksum(s->disk, slot, s->rule->kept(s, number).file_plane);
    }
    return hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION_CHECKSUMS, part, part}, checksums,
                             (size_t)count * sizeof checksums[0], error);
}

/// Sync the files, and write their number and the checksums of this rank's parts. The first checkpoint gives the files their names.
/// A checkpoint is only written between two layers.
static hr_status put_files(const hr_bits_search *s, hr_checkpoint_writer *writer, hr_error *error) {
    const hr_bits_disk *disk = s->disk;
    const hr_nodes *nodes = &disk->nodes;
    HR_TRY(disk->spool != NULL ? hr_spool_sync(disk->spool, error) : HR_OK);
    for (uint64_t slot = 0; slot < s->parts.deal.slots && !hr_bits_is_whole(s); slot++) {
        HR_TRY(put_checksums(s, slot, writer, error));
    }
    if (disk->spool != NULL && disk->number != 0 && hr_nodes_is_keeper(nodes)) {
        HR_TRY(hr_spool_name(disk->spool, hr_nodes_files(nodes, disk->number), error));
    }
    return s->parts.deal.rank == 0 ? hr_nodes_put(nodes, disk->number, SECTION_SCRATCH, writer, error) : HR_OK;
}

/// Collective. Read what the checkpoint says of its files. HR_FILE if the checkpoint is of a run with scratch and this run has
/// none, or the other way round. HR_INTERNAL: memory or MPI has failed.
static hr_status check_files(const hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error) {
    hr_bits_disk *disk = s->disk;
    hr_nodes_taken taken;
    HR_TRY(hr_comm_agree(s->comm, hr_nodes_take(reader, SECTION_SCRATCH, s->rule->name, disk != NULL, &taken, error), error));
    if (disk == NULL) {
        return HR_OK;
    }
    disk->number = taken.words[HR_NODES_NUMBER];
    disk->nodes.apart = taken.apart;
    disk->taken = taken;
    return hr_bits_disk_connect(disk, error);
}

/// The checksums that are being read.
typedef struct taking_checksums {
    const hr_bits_search *search;
    size_t planes;  ///< checksums of a part
    uint64_t taken; ///< this rank's parts that have been read
} taking_checksums;

static bool are_wanted(const void *context, uint64_t first, uint64_t last) {
    const hr_bits_parts *parts = &((const taking_checksums *)context)->search->parts;
    // take_checksums refuses a block for which one of the first two conditions holds.
    return first != last || first >= parts->shape.count || hr_bits_is_own(&parts->deal, first);
}

static hr_status take_checksums(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    taking_checksums *t = context;
    const hr_bits_parts *parts = &t->search->parts;
    if (piece->first != piece->last || piece->first >= parts->shape.count || piece->size != t->planes * sizeof(uint64_t)) {
        return hr_checkpoint_damaged("its checksums are not those of this board", error);
    }
    memcpy(t->search->disk->kept + parts->deal.slot[piece->first] * t->planes, piece->bytes, piece->size);
    t->taken++;
    return HR_OK;
}

/// Local. Read the checksums of this rank's parts. HR_FILE: a block is damaged, or a part has none.
static hr_status read_checksums(const hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error) {
    taking_checksums t = {.search = s, .planes = (size_t)kept_planes(s)};
    HR_TRY(hr_checkpoint_read_wanted(reader, SECTION_CHECKSUMS, are_wanted, take_checksums, &t, error));
    if (t.taken != s->parts.deal.slots) {
        return hr_error_set(error, HR_FILE, "the checkpoint has no checksums of its scratch files: begin again without --resume");
    }
    return HR_OK;
}

/// Collective. Read the checksums into disk->kept, one for each kept plane of each of this rank's parts, and open the files.
/// HR_FILE if the checkpoint lacks checksums, if each node has files of its own and other ranks are on the nodes now, or if the
/// files cannot be opened. HR_INTERNAL: memory or MPI has failed.
static hr_status take_files(const hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error) {
    HR_TRY(hr_comm_agree(s->comm, hr_nodes_check(&s->disk->nodes, &s->disk->taken, s->rule->name, error), error));
    HR_TRY(hr_comm_agree(s->comm, read_checksums(s, reader, error), error));
    return hr_bits_disk_open(s->disk, error);
}

enum { LIST_NOTED, LIST_STATES, LIST_WORDS_MAX = LIST_STATES + HR_HARDEST_MAX };

static const hr_bits_list *list_of(const hr_bits_search *s, unsigned number) {
    return number == HR_BITS_LIST_LAST ? &s->lists.last : &s->lists.made;
}

/// Write this rank's list number `number`.
static hr_status put_list(const hr_bits_list *list, unsigned number, hr_checkpoint_writer *writer, hr_error *error) {
    uint64_t words[LIST_WORDS_MAX] = {[LIST_NOTED] = list->noted};
    memcpy(words + LIST_STATES, list->smallest, list->count * sizeof list->smallest[0]);
    return hr_checkpoint_put(writer, (hr_checkpoint_keys){SECTION_LISTS, number, number}, words,
                             (LIST_STATES + list->count) * sizeof words[0], error);
}

/// The list that is being read.
typedef struct taking_list {
    const hr_bits_search *search;
    hr_bits_list *list;
} taking_list;

static hr_status take_list(void *context, const hr_checkpoint_piece *piece, hr_error *error) {
    const taking_list *t = context;
    uint64_t words[LIST_WORDS_MAX] = {0};
    if (piece->size < LIST_STATES * sizeof words[0] || piece->size > sizeof words || piece->size % sizeof words[0] != 0) {
        return hr_checkpoint_damaged("its list of a layer's states is not of this board", error);
    }
    memcpy(words, piece->bytes, piece->size);
    t->list->noted += words[LIST_NOTED];
    for (size_t i = LIST_STATES; i < piece->size / sizeof words[0]; i++) {
        if (hr_puzzle_validate(t->search->puzzle, &words[i], NULL) != HR_OK) {
            return hr_checkpoint_damaged("its list of a layer's states is not of this board", error);
        }
        hr_smallest_offer(t->list->smallest, &t->list->count, words[i]);
    }
    return HR_OK;
}

/// HR_FILE unless the list has all states that were noted, or HR_HARDEST_MAX states if more were noted.
static hr_status check_list(const hr_bits_search *s, const hr_bits_list *list, unsigned number, hr_error *error) {
    const hr_count most = s->result->layers[s->result->layer_count - 1].states;
    const hr_count wanted = list->noted < HR_HARDEST_MAX ? list->noted : HR_HARDEST_MAX;
    if (list->count != wanted || (number == HR_BITS_LIST_LAST && list->noted > most)) {
        return hr_checkpoint_damaged("its list of a layer's states has another length", error);
    }
    return HR_OK;
}

/// Local. On rank 0: read the lists of all ranks. On other ranks: empty the lists. HR_FILE: a list is damaged, or has neither all
/// states that were noted nor HR_HARDEST_MAX of them, or more states of the last layer were noted than the layer has.
static hr_status take_lists(hr_bits_search *s, hr_checkpoint_reader *reader, hr_error *error) {
    hr_bits_list *const lists[HR_BITS_LISTS] = {[HR_BITS_LIST_LAST] = &s->lists.last, [HR_BITS_LIST_NEXT] = &s->lists.made};
    for (unsigned number = 0; number < HR_BITS_LISTS; number++) {
        taking_list t = {s, lists[number]};
        *t.list = (hr_bits_list){.count = 0};
        if (s->parts.deal.rank == 0) {
            HR_TRY(hr_checkpoint_read(reader, (hr_checkpoint_keys){SECTION_LISTS, number, number}, take_list, &t, error));
            HR_TRY(check_list(s, t.list, number, error));
        }
    }
    return HR_OK;
}

/// Local. Add to found[i] what this rank knows of state i of the list.
static hr_status look_at_list(const hr_bits_search *s, const hr_bits_list *list, unsigned number, uint64_t *found,
                              hr_error *error) {
    for (size_t i = 0; i < list->count; i++) {
        hr_index index = 0;
        hr_puzzle_index(s->puzzle, &list->smallest[i], 1, &index);
        HR_TRY(s->rule->look(s, number, index, &found[i], error));
    }
    return HR_OK;
}

/// Collective, once all ranks' planes are there. HR_FILE if a state of the lists that rank 0 has read is not reached, or a disk
/// fails. HR_INTERNAL: MPI has failed.
static hr_status check_listed(const hr_bits_search *s, hr_error *error) {
    uint64_t missing = 0;
    for (unsigned number = 0; number < HR_BITS_LISTS; number++) {
        hr_bits_list list = *list_of(s, number);
        uint64_t found[HR_HARDEST_MAX] = {0};
        HR_TRY(hr_comm_broadcast(s->comm, &list, sizeof list, error));
        HR_TRY(hr_comm_agree(s->comm, look_at_list(s, &list, number, found, error), error));
        HR_TRY(hr_comm_sum(s->comm, found, HR_HARDEST_MAX, error));
        for (size_t i = 0; i < list.count; i++) {
            missing += found[i] == 0;
        }
    }
    return missing == 0 ? HR_OK : hr_checkpoint_damaged("it lists a state that has not been reached", error);
}

/// Local. All states of the part are reached. Planes on disks are known by their marks.
static void fill_part(const hr_bits_search *s, uint64_t slot) {
    const hr_bits_shape *shape = &s->parts.shape;
    unsigned bits = 0;
    for (int number = 0; number < kept_planes(s); number++) {
        bits |= 1U << s->rule->kept(s, number).bit;
    }
    for (uint64_t block = 0; block < shape->part_blocks; block++) {
        s->parts.full[slot * shape->part_blocks + block] = (uint16_t)bits;
    }
    for (int plane = 0; plane < shape->planes; plane++) {
        uint64_t *words = hr_bits_words(&s->parts, hr_bits_own_part(&s->parts.deal, slot), plane);
        for (uint64_t i = 0; words != NULL && i < shape->part_words; i++) {
            words[i] = HR_BITS_WORD_FULL;
        }
    }
}

/// Local. Read the part's planes from the files. HR_FILE: a disk fails.
static hr_status read_part(hr_bits_search *s, uint64_t slot, hr_bits_buffer *buffer, hr_error *error) {
    for (int number = 0; number < kept_planes(s); number++) {
        const hr_bits_kept kept = s->rule->kept(s, number);
        hr_bits_read_plane(s, slot, kept.plane, kept.file_plane, &buffer->loading);
    }
    return hr_transfers_wait(s->disk->transfers, &buffer->loading, error);
}

/// Local. Compare a plane, which is in memory as it is in the files, with its checksum. HR_FILE if it differs, unless the rule
/// makes the plane anew.
static hr_status compare_plane(hr_bits_search *s, uint64_t slot, int number, hr_error *error) {
    const hr_bits_kept kept = s->rule->kept(s, number);
    const uint64_t checksum = s->disk->kept[slot * (uint64_t)kept_planes(s) + (uint64_t)number];
    if (hr_bits_survey_plane(s, slot, kept.plane, kept.file_plane, checksum) ||
        (s->rule->renews != NULL && s->rule->renews(s, number))) {
        return HR_OK;
    }
    const uint64_t part = hr_bits_own_part(&s->parts.deal, slot);
    return hr_spool_damaged(s->disk->spool, hr_bits_disk_place(s->disk, part, kept.file_plane).file, error);
}

/// Local. Read this rank's part number `slot`, if it lies in files, and compare it with its checksums. Mark all its blocks as
/// changed, and those that are full. Errors as for read_part and compare_plane.
static hr_status survey_part(hr_bits_search *s, uint64_t slot, hr_bits_buffer *buffer, hr_error *error) {
    HR_TRY(s->disk != NULL ? read_part(s, slot, buffer, error) : HR_OK);
    hr_bits_mark_changed(&s->parts, slot);
    for (int number = 0; number < kept_planes(s); number++) {
        const hr_bits_kept kept = s->rule->kept(s, number);
        HR_TRY(s->disk != NULL ? compare_plane(s, slot, number, error) : HR_OK);
        hr_bits_mark_full(&s->parts, slot, kept.plane, 1U << kept.bit);
    }
    return HR_OK;
}

/// Local. Survey, or fill, and count all parts of this rank. Errors as for survey_part.
static hr_status survey_parts(hr_bits_search *s, hr_error *error) {
    hr_status status = HR_OK;
    for (uint64_t slot = 0; slot < s->parts.deal.slots && status == HR_OK; slot++) {
        hr_bits_buffer *buffer = hr_bits_buffer_of(s, slot);
        if (hr_bits_is_whole(s)) { // the files may have been removed
            fill_part(s, slot);
            s->rule->count_part(s, slot);
            continue;
        }
        hr_bits_attach(&s->parts, slot, buffer);
        status = survey_part(s, slot, buffer, error);
        if (status == HR_OK) {
            s->rule->count_part(s, slot);
        }
        hr_bits_attach(&s->parts, slot, NULL);
    }
    return status;
}

static hr_status take(void *engine, hr_checkpoint_reader *reader, hr_error *error) {
    hr_bits_search *s = engine;
    HR_TRY(check_files(s, reader, error));
    hr_status status = s->rule->begin_taking(s, reader, error);
    if (status == HR_OK) {
        status = take_lists(s, reader, error);
    }
    if (status == HR_OK && s->disk == NULL) {
        status = hr_bits_take_planes(s, reader, error);
    }
    HR_TRY(hr_comm_agree(s->comm, status, error));
    HR_TRY(s->disk != NULL && !hr_bits_is_whole(s) ? take_files(s, reader, error) : HR_OK);
    HR_TRY(hr_comm_agree(s->comm, survey_parts(s, error), error));
    HR_TRY(s->rule->end_taking(s, error));
    uint64_t nothing = 0;
    HR_TRY(hr_bits_meet(s, &nothing, 1, error)); // no rank reads another rank's planes before they are filled
    HR_TRY(check_listed(s, error));
    return hr_bits_share_summary(s, error);
}

/// Set homes[0..n) to the home rows that this rank writes, and return n.
static size_t find_homes(const hr_bits_search *s, uint64_t homes[HR_BITS_WIDTH_MAX]) {
    return s->rule->homes != NULL && s->parts.deal.rank == 0 ? s->rule->homes(s, homes) : 0;
}

static uint64_t put_bytes(const void *engine) {
    const hr_bits_search *s = engine;
    uint64_t homes[HR_BITS_WIDTH_MAX];
    const uint64_t lists = (uint64_t)HR_BITS_LISTS * LIST_STATES + s->lists.last.count + s->lists.made.count;
    return (find_homes(s, homes) + lists + planes_words(s)) * sizeof(uint64_t);
}

static hr_status put(const void *engine, hr_checkpoint_writer *writer, hr_error *error) {
    const hr_bits_search *s = engine;
    uint64_t homes[HR_BITS_WIDTH_MAX];
    const size_t n = find_homes(s, homes);
    for (unsigned number = 0; number < HR_BITS_LISTS; number++) {
        HR_TRY(put_list(list_of(s, number), number, writer, error));
    }
    if (n > 0) {
        HR_TRY(
            hr_checkpoint_put(writer, (hr_checkpoint_keys){.section = HR_BITS_SECTION_HOMES}, homes, n * sizeof homes[0], error));
    }
    return s->disk != NULL ? put_files(s, writer, error) : hr_bits_put_planes(s, writer, error);
}

static void forget(void *engine) {
    hr_bits_search *s = engine;
    s->rule->reset(s);
    hr_bits_parts_reset_second(&s->parts);
}

hr_run_saver hr_bits_saver(hr_bits_search *s) {
    const bool second = s->rule->encoding == HR_TABLE_PLANES && hr_bits_keeps_distances(s);
    return (hr_run_saver){.engine = s,
                          .layout = s->rule->layout + second,
                          .in_place = s->options->scratch.count > 0,
                          .bytes = put_bytes,
                          .put = put,
                          .take = take,
                          .forget = forget};
}
