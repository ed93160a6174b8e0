// SPDX-License-Identifier: MIT
#include "enumerate/forecast.h"

#include "core/try.h"
#include "huarong/puzzle.h"

hr_status hr_forecast_table(const hr_puzzle *puzzle, hr_table_encoding encoding, hr_depth farthest, uint64_t *bytes,
                            hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_table_shape shape = {.encoding = encoding,
                                  .value_bits = encoding == HR_TABLE_PLANES ? 1 : 8,
                                  .entries = info->index_count,
                                  .max_distance = farthest,
                                  .text_length = 64,
                                  .width = info->width,
                                  .height = info->height};
    hr_table_head head;
    HR_TRY(hr_table_layout(&shape, &head, error));
    *bytes = head.payload_offset + head.payload_bytes;
    return HR_OK;
}
