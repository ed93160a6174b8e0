// SPDX-License-Identifier: MIT
#include "enumerate/bits/partners.h"

#include <stdlib.h>

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

bool hr_bits_sends_to(const hr_bits_search *s, int rank) {
    return s->disk != NULL ? !hr_nodes_is_here(&s->disk->nodes, rank) : hr_shared_of(s->parts.memory, rank) == NULL;
}

hr_status hr_bits_connect(hr_bits_search *s, hr_error *error) {
    HR_TRY(hr_bulk_create(s->comm, &s->bulk, error));
    uint32_t *ways = hr_comm_allocate(s->comm, s->parts.shape.count * sizeof *ways, "a list of parts", error);
    if (ways == NULL) {
        return HR_INTERNAL;
    }
    s->rule->find_ways(s, ways);
    const hr_status status = hr_bits_partners_make(&s->parts.deal, ways, &s->partners, error);
    free(ways);
    return hr_comm_leave(s->comm, status, error);
}
