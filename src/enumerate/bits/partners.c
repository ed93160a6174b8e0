// SPDX-License-Identifier: MIT
#include "enumerate/bits/partners.h"

#include <stdlib.h>

#include "core/try.h"

hr_status hr_planes_partners_make(const hr_planes_deal *deal, const uint32_t *ways, hr_planes_partners *partners, hr_error *error) {
    const uint64_t parts = deal->first[deal->ranks];
    uint64_t count = 0;
    for (uint64_t part = 0; part < parts; part++) {
        count += ways[part] != 0;
    }
    partners->list = malloc((count + 1) * sizeof *partners->list);
    partners->first = malloc((deal->slots_max + 1) * sizeof *partners->first);
    if (partners->list == NULL || partners->first == NULL) {
        hr_planes_partners_clear(partners);
        return hr_error_set(error, HR_INTERNAL, "out of memory for a list of %llu parts", (unsigned long long)count);
    }
    uint64_t n = 0;
    for (uint64_t round = 0; round < deal->slots_max; round++) {
        partners->first[round] = n;
        for (int i = 1; i < deal->ranks; i++) {
            const int rank = (deal->rank + i) % deal->ranks;
            const uint64_t part = round < hr_planes_slots_of(deal, rank) ? hr_planes_part_of(deal, rank, round) : parts;
            if (part < parts && ways[part] != 0) {
                partners->list[n++] = (hr_planes_partner){(uint32_t)part, ways[part]};
            }
        }
    }
    partners->first[deal->slots_max] = n;
    return HR_OK;
}

void hr_planes_partners_clear(hr_planes_partners *partners) {
    free(partners->list);
    free(partners->first);
    *partners = (hr_planes_partners){.list = NULL};
}

hr_status hr_planes_partners_visit(const hr_planes_deal *deal, const hr_planes_partners *partners, uint64_t round,
                                   hr_status (*visit)(void *context, uint64_t part, uint32_t ways, hr_error *error), void *context,
                                   hr_error *error) {
    if (round < deal->slots) {
        HR_TRY(visit(context, hr_planes_own_part(deal, round), UINT32_MAX, error));
    }
    for (uint64_t i = partners->first[round]; i < partners->first[round + 1]; i++) {
        HR_TRY(visit(context, partners->list[i].part, partners->list[i].ways, error));
    }
    return HR_OK;
}
