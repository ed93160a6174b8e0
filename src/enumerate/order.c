// SPDX-License-Identifier: MIT
#include "enumerate/order.h"

#include "core/quantity.h"
#include "core/try.h"

hr_status hr_expect_states(const hr_enumeration *result, hr_count expected, hr_error *error) {
    if (expected != 0 && expected != result->states) {
        char text[2][HR_QUANTITY_MAX];
        return hr_error_set(error, HR_CHECK, "the number of states is %s, but --expect says %s",
                            hr_quantity_count(result->states, text[0]), hr_quantity_count(expected, text[1]));
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
