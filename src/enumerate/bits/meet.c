// SPDX-License-Identifier: MIT
// What the ranks tell each other between two layers.

#include <string.h>

#include "core/try.h"
#include "enumerate/bits/search.h"

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
