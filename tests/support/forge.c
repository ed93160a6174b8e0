// SPDX-License-Identifier: MIT
#include "forge.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "mpi_test.h"
#include "openings/records/format.h"

/// Read all of a file. For the caller to free.
static void *copy(const void *bytes, size_t size) {
    void *copied = malloc(size + 1);
    assert_non_null(copied);
    memcpy(copied, bytes, size);
    return copied;
}

/// Take the file of a checkpoint apart.
static void take_apart(const char *path, hr_forge *forge) {
    size_t size = 0;
    uint8_t *bytes = hr_test_read_file(path, &size);
    hr_checkpoint_head head;
    memcpy(&head, bytes, sizeof head);
    const uint8_t *tail = bytes + head.tail_offset;
    memset(forge, 0, sizeof *forge);
    memcpy(forge->identity, tail, head.identity_bytes);
    tail += hr_checkpoint_padded(head.identity_bytes);
    forge->fact_count = head.fact_count;
    forge->facts = copy(tail, head.fact_count * sizeof *forge->facts);
    tail += head.fact_count * sizeof *forge->facts;
    forge->block_count = head.block_count;
    forge->blocks = calloc(head.block_count + 1, sizeof *forge->blocks);
    assert_non_null(forge->blocks);
    for (size_t i = 0; i < head.block_count; i++) {
        hr_checkpoint_block block;
        memcpy(&block, tail + i * sizeof block, sizeof block);
        forge->blocks[i] = (hr_forge_block){.section = block.section,
                                            .first = block.first,
                                            .last = block.last,
                                            .size = block.size,
                                            .bytes = copy(bytes + block.offset, block.size)};
    }
    free(bytes);
}

static void clear(hr_forge *forge) {
    for (size_t i = 0; i < forge->block_count; i++) {
        free(forge->blocks[i].bytes);
    }
    free(forge->blocks);
    free(forge->facts);
}

static void write_bytes(FILE *file, const void *bytes, size_t size) {
    if (size > 0) {
        assert_int_equal(fwrite(bytes, 1, size, file), size);
    }
}

/// The tail of the file that holds this. For the caller to free.
static uint8_t *make_tail(const hr_forge *forge, hr_checkpoint_head *head, size_t *size) {
    const size_t padded = hr_checkpoint_padded(head->identity_bytes);
    const size_t facts = forge->fact_count * sizeof *forge->facts;
    *size = padded + facts + forge->block_count * sizeof(hr_checkpoint_block);
    uint8_t *tail = calloc(1, *size + 1);
    assert_non_null(tail);
    memcpy(tail, forge->identity, head->identity_bytes);
    memcpy(tail + padded, forge->facts, facts);
    head->tail_offset = sizeof *head;
    for (size_t i = 0; i < forge->block_count; i++) {
        const hr_forge_block *b = &forge->blocks[i];
        const hr_checkpoint_block block = {.section = b->section,
                                           .first = b->first,
                                           .last = b->last,
                                           .offset = head->tail_offset,
                                           .size = b->size,
                                           .checksum = hr_hash_bytes(b->bytes, b->size)};
        memcpy(tail + padded + facts + i * sizeof block, &block, sizeof block);
        head->tail_offset += b->size;
    }
    return tail;
}

static void put_together(const hr_forge *forge, const char *path) {
    hr_checkpoint_head head = {.generation = 1,
                               .identity_bytes = strlen(forge->identity),
                               .fact_count = forge->fact_count,
                               .block_count = forge->block_count};
    size_t size = 0;
    uint8_t *tail = make_tail(forge, &head, &size);
    head.file_bytes = head.tail_offset + size;
    head.tail_checksum = hr_hash_bytes(tail, size);
    hr_head_seal(&hr_checkpoint_format, &head, sizeof head);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    write_bytes(file, &head, sizeof head);
    for (size_t i = 0; i < forge->block_count; i++) {
        write_bytes(file, forge->blocks[i].bytes, forge->blocks[i].size);
    }
    write_bytes(file, tail, size);
    assert_int_equal(fclose(file), 0);
    free(tail);
}

/// The number of the newest checkpoint, 0 if there is none.
static unsigned newest(const char *directory) {
    unsigned most = 0;
    DIR *stream = opendir(directory);
    assert_non_null(stream);
    for (const struct dirent *entry = readdir(stream); entry != NULL; entry = readdir(stream)) {
        unsigned number = 0;
        if (sscanf(entry->d_name, "checkpoint-%u", &number) == 1 && strchr(entry->d_name, '.') == NULL && number > most) {
            most = number;
        }
    }
    assert_int_equal(closedir(stream), 0);
    return most;
}

void hr_forge_newest(const char *directory, void (*change)(void *context, hr_forge *forge), void *context) {
    if (hr_comm_rank(hr_test_world()) == 0) {
        char path[256];
        hr_forge forge;
        const unsigned number = newest(directory);
        assert_true(number > 0);
        (void)snprintf(path, sizeof path, "%s/checkpoint-%06u", directory, number);
        take_apart(path, &forge);
        change(context, &forge);
        (void)snprintf(path, sizeof path, "%s/checkpoint-%06u", directory, number + 1);
        put_together(&forge, path);
        clear(&forge);
    }
    assert_int_equal(hr_comm_agree(hr_test_world(), HR_OK, NULL), HR_OK);
}

bool hr_forge_newest_has(const char *directory, uint64_t section) {
    uint64_t found = 0;
    if (hr_comm_rank(hr_test_world()) == 0 && newest(directory) > 0) {
        char path[256];
        hr_forge forge;
        (void)snprintf(path, sizeof path, "%s/checkpoint-%06u", directory, newest(directory));
        take_apart(path, &forge);
        for (size_t i = 0; i < forge.block_count; i++) {
            found |= forge.blocks[i].section == section;
        }
        clear(&forge);
    }
    assert_int_equal(hr_comm_broadcast(hr_test_world(), &found, sizeof found, NULL), HR_OK);
    return found != 0;
}

hr_forge_block *hr_forge_find(hr_forge *forge, uint64_t section, uint64_t key) {
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_forge_block *block = &forge->blocks[i];
        if (block->section == section && block->first <= key && key <= block->last) {
            return block;
        }
    }
    fail_msg("no block of section %llu has key %llu", (unsigned long long)section, (unsigned long long)key);
    abort();
}

hr_forge_block *hr_forge_first(const hr_forge *forge, uint64_t section) {
    for (size_t i = 0; i < forge->block_count; i++) {
        if (forge->blocks[i].section == section) {
            return &forge->blocks[i];
        }
    }
    fail_msg("no block of section %llu", (unsigned long long)section);
    abort();
}

void hr_forge_make_change(void *context, hr_forge *forge) {
    const hr_forge_change *change = context;
    change->change(hr_forge_first(forge, change->section));
}

void hr_forge_elsewhere(hr_forge_block *block) { block->section = 50; }

void hr_forge_broken(hr_forge_block *block) { hr_forge_resize(block, block->size + 4); }

void hr_forge_state_less(hr_forge_block *block) { hr_forge_resize(block, block->size - sizeof(hr_state)); }

void hr_forge_for_all(hr_forge_block *block) {
    block->first = 0;
    block->last = UINT64_MAX;
}

uint64_t hr_forge_word(const hr_forge_block *block, size_t i) {
    uint64_t word = 0;
    assert_true((i + 1) * sizeof word <= block->size);
    memcpy(&word, block->bytes + i * sizeof word, sizeof word);
    return word;
}

void hr_forge_set_word(hr_forge_block *block, size_t i, uint64_t word) {
    assert_true((i + 1) * sizeof word <= block->size);
    memcpy(block->bytes + i * sizeof word, &word, sizeof word);
}

void hr_forge_resize(hr_forge_block *block, size_t size) {
    uint8_t *bytes = calloc(1, size + 1);
    assert_non_null(bytes);
    memcpy(bytes, block->bytes, size < block->size ? size : block->size);
    free(block->bytes);
    block->bytes = bytes;
    block->size = size;
}

hr_forge_block *hr_forge_list(hr_forge *forge, uint64_t section, uint64_t noted, size_t count) {
    for (size_t i = 0; i < forge->block_count; i++) {
        hr_forge_block *block = &forge->blocks[i];
        if (block->section == section && block->first == 0) {
            hr_forge_resize(block, sizeof noted);
            hr_forge_set_word(block, 0, 0);
        }
    }
    hr_forge_block *block = hr_forge_find(forge, section, 0);
    hr_forge_resize(block, (1 + count) * sizeof noted);
    hr_forge_set_word(block, 0, noted);
    return block;
}

enum { RECORDS_MAX = 400 };

void hr_forge_records(const char *path, void (*change)(void *context, hr_forge_record *records, size_t n), void *context) {
    size_t size = 0;
    uint8_t *bytes = hr_test_read_file(path, &size);
    hr_forge_record records[RECORDS_MAX];
    hr_record_head head;
    size_t n = 0;
    for (size_t at = sizeof(hr_openings_file_head); at < size; at += sizeof head + head.bytes) {
        assert_true(n < RECORDS_MAX && size - at >= sizeof head);
        memcpy(&head, bytes + at, sizeof head);
        records[n++] =
            (hr_forge_record){.kind = head.kind, .size = head.bytes, .bytes = copy(bytes + at + sizeof head, head.bytes)};
    }
    change(context, records, n);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    write_bytes(file, bytes, sizeof(hr_openings_file_head));
    free(bytes);
    for (size_t i = 0; i < n; i++) {
        head = (hr_record_head){.kind = records[i].kind, .bytes = records[i].size};
        head.checksum = hr_record_checksum(&head, records[i].bytes);
        write_bytes(file, &head, sizeof head);
        write_bytes(file, records[i].bytes, records[i].size);
        free(records[i].bytes);
    }
    assert_int_equal(fclose(file), 0);
}

uint64_t hr_forge_record_word(const hr_forge_record *record, size_t i) {
    const hr_forge_block block = {.size = record->size, .bytes = record->bytes};
    return hr_forge_word(&block, i);
}

void hr_forge_set_record_word(hr_forge_record *record, size_t i, uint64_t word) {
    hr_forge_block block = {.size = record->size, .bytes = record->bytes};
    hr_forge_set_word(&block, i, word);
}
