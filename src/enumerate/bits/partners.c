// SPDX-License-Identifier: MIT
#include "enumerate/bits/partners.h"

#include <stdlib.h>
#include <string.h>

#include "core/try.h"
#include "enumerate/bits/search.h"

hr_status hr_bits_partners_make(const hr_bits_deal *deal, const uint32_t *ways, hr_bits_partners *partners, hr_error *error) {
    const uint64_t parts = deal->first[deal->ranks];
    uint64_t count = 0;
    for (uint64_t part = 0; part < parts; part++) {
        count += ways[part] != 0;
    }
    partners->list = malloc((count + 1) * sizeof *partners->list);
    partners->first = malloc((deal->slots_max + 1) * sizeof *partners->first);
    if (partners->list == NULL || partners->first == NULL) {
        hr_bits_partners_clear(partners);
        return hr_error_set(error, HR_INTERNAL, "out of memory for a list of %llu parts", (unsigned long long)count);
    }
    uint64_t n = 0;
    for (uint64_t round = 0; round < deal->slots_max; round++) {
        partners->first[round] = n;
        for (int i = 1; i < deal->ranks; i++) {
            const int rank = (deal->rank + i) % deal->ranks;
            const uint64_t part = round < hr_bits_slots_of(deal, rank) ? hr_bits_part_of(deal, rank, round) : parts;
            if (part < parts && ways[part] != 0) {
                partners->list[n++] = (hr_bits_partner){(uint32_t)part, ways[part]};
            }
        }
    }
    partners->first[deal->slots_max] = n;
    return HR_OK;
}

void hr_bits_partners_clear(hr_bits_partners *partners) {
    free(partners->list);
    free(partners->first);
    *partners = (hr_bits_partners){.list = NULL};
}

hr_status hr_bits_partners_visit(const hr_bits_deal *deal, const hr_bits_partners *partners, uint64_t round,
                                 hr_status (*visit)(void *context, uint64_t part, uint32_t ways, hr_error *error), void *context,
                                 hr_error *error) {
    if (round < deal->slots) {
        HR_TRY(visit(context, hr_bits_own_part(deal, round), UINT32_MAX, error));
    }
    for (uint64_t i = partners->first[round]; i < partners->first[round + 1]; i++) {
        HR_TRY(visit(context, partners->list[i].part, partners->list[i].ways, error));
    }
    return HR_OK;
}

uint64_t hr_bits_cross(const hr_bits_search *s, const hr_bits_way *way, uint64_t word, uint64_t *run) {
    const hr_bits_board *board = &s->board;
    const bool down = way->to > way->from;
    *run = s->parts.shape.part_words;
    for (int row = down ? way->from : way->to; row < (down ? way->to : way->from); row++) {
        const int k = row * board->width + way->column;
        const hr_bits_window *window = &board->windows[k];
        if (k < s->parts.shape.prefix) {
            const uint64_t in_group = word % window->group_words;
            word += (uint64_t)window->perm[down][in_group / window->run] * window->run + in_group % window->run - in_group;
            *run = window->run < *run ? window->run : *run;
        }
    }
    return word;
}

hr_status hr_bits_visit_way(const hr_bits_search *s, const hr_bits_visit *visit, int way, const hr_bits_crossing *first,
                            hr_error *error) {
    const uint64_t part_words = s->parts.shape.part_words;
    hr_bits_crossing run = *first;
    run.part = visit->part;
    run.way = way;
    for (uint64_t at = 0; at < part_words; at += run.words) {
        const uint64_t source = hr_bits_cross(s, &s->ways[way], visit->part * part_words + at, &run.words);
        run.from = source / part_words;
        run.word = source % part_words;
        run.at = first->at + at;
        s->rule->judge(s, &run);
        HR_TRY(visit->call(visit->context, &run, error));
    }
    return HR_OK;
}

/// Does this rank send words to `rank`? Else the two see each other's files or memory.
static bool sends_to(const hr_bits_search *s, int rank) {
    return s->disk != NULL ? !hr_nodes_is_here(&s->disk->nodes, rank) : hr_shared_of(s->parts.memory, rank) == NULL;
}

/// Set bit i of ways[p] for each part p of another rank that this rank must send words to, by way number i. From a word that a way
/// brings, the opposite way leads to the words that need it.
static void find_ways(const hr_bits_search *s, uint32_t *ways) {
    const hr_bits_deal *deal = &s->parts.deal;
    const uint64_t part_words = s->parts.shape.part_words;
    for (int i = 0; i < s->way_count; i++) {
        const hr_bits_way opposite = {s->ways[i].column, s->ways[i].to, s->ways[i].from};
        for (uint64_t slot = 0; slot < deal->slots; slot++) {
            uint64_t run = 0;
            for (uint64_t at = 0; at < part_words; at += run) {
                const uint64_t word = hr_bits_own_part(deal, slot) * part_words + at;
                const uint64_t part = hr_bits_cross(s, &opposite, word, &run) / part_words;
                ways[part] |= sends_to(s, (int)deal->owner[part]) ? UINT32_C(1) << i : 0;
            }
        }
    }
}

hr_status hr_bits_connect(hr_bits_search *s, hr_error *error) {
    HR_TRY(hr_bulk_create(s->comm, &s->bulk, error));
    uint32_t *ways = hr_comm_allocate(s->comm, s->parts.shape.count * sizeof *ways, "a list of parts", error);
    if (ways == NULL) {
        return HR_INTERNAL;
    }
    find_ways(s, ways);
    const hr_status status = hr_bits_partners_make(&s->parts.deal, ways, &s->partners, error);
    free(ways);
    return hr_comm_leave(s->comm, status, error);
}

hr_status hr_bits_meet(hr_bits_search *s, uint64_t *sums, size_t n, hr_error *error) {
    HR_TRY(hr_shared_sync(s->parts.memory, error));
    HR_TRY(hr_comm_sum(s->comm, sums, n, error));
    return hr_shared_sync(s->parts.memory, error);
}

hr_status hr_bits_share_summary(hr_bits_search *s, hr_error *error) {
    const hr_bits_deal *deal = &s->parts.deal;
    if (s->summary == NULL) {
        return HR_OK;
    }
    memset(s->summary, 0, s->parts.shape.count * sizeof *s->summary);
    for (uint64_t slot = 0; slot < deal->slots; slot++) {
        s->summary[hr_bits_own_part(deal, slot)] = s->rule->summarise(s, slot);
    }
    return hr_comm_sum(s->comm, s->summary, s->parts.shape.count, error);
}
