// SPDX-License-Identifier: MIT
#include "enumerate/forecast.h"

#include "core/memory_room.h"
#include "core/try.h"
#include "huarong/puzzle.h"

uint64_t hr_forecast_rank_limit(const hr_planned_run *run) {
    hr_memory_room room;
    hr_memory_room_here(run->node_ranks, &room);
    return run->node_memory > 0 ? run->node_memory / (uint64_t)run->node_ranks
                                : hr_memory_room_rank_limit(&room, 0, run->node_ranks).bytes;
}

uint64_t hr_forecast_plane(const hr_puzzle *puzzle) {
    enum { WORD_STATES = 60 };
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    return info->reachable / (uint64_t)(info->width * info->height) / WORD_STATES * sizeof(uint64_t);
}

hr_status hr_forecast_table(const hr_puzzle *puzzle, hr_table_encoding encoding, hr_depth farthest, uint64_t *bytes,
                            hr_error *error) {
    const hr_puzzle_info *info = hr_puzzle_describe(puzzle);
    const hr_table_shape shape = {.encoding = encoding,
                                  .value_bits = encoding == HR_TABLE_PLANES ? 1 : 8,
                                  .entries = info->index_count,
                                  .max_distance = farthest,
                                  .state_words = (size_t)info->state_words,
                                  .text_length = 64,
                                  .width = info->width,
                                  .height = info->height};
    hr_table_head head;
    HR_TRY(hr_table_layout(&shape, &head, error));
    *bytes = head.payload_offset + head.payload_bytes;
    return HR_OK;
}
