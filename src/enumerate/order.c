// SPDX-License-Identifier: MIT
#include "enumerate/order.h"

#include <inttypes.h>

#include "core/try.h"

hr_status hr_expect_states(const hr_enumeration *result, hr_count expected, hr_error *error) {
    if (expected != 0 && expected != result->states) {
        return hr_error_set(error, HR_CHECK, "%" PRIu64 " states were counted, but --expect says %" PRIu64, result->states,
                            expected);
    }
    return HR_OK;
}

static hr_status conclude(void *context, const hr_stop_look *look, hr_error *error) {
    hr_table_writing *writing = context;
    hr_table_order *order = writing->order;
    order->begun = true;
    HR_TRY(hr_expect_states(writing->result, order->states, error));
    const hr_status status = writing->write(writing->engine, order, look, error);
    order->written = status == HR_OK;
    return status;
}

hr_conclusion hr_table_conclusion(hr_table_writing *writing) {
    return writing->order->path == NULL ? (hr_conclusion){.run = NULL} : (hr_conclusion){.run = conclude, .context = writing};
}
