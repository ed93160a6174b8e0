// SPDX-License-Identifier: MIT
#include "puzzle/size.h"

hr_status hr_puzzle_read_size(const hr_puzzle_kind *kind, const char *board, int *width, int *height, hr_error *error) {
    int sides[2] = {0, 0};
    const char *at = board == NULL ? "" : board;
    bool good = true;
    for (int side = 0; side < 2 && good; side++) {
        int digits = 0;
        for (; *at >= '0' && *at <= '9' && digits < 3; at++, digits++) {
            sides[side] = sides[side] * 10 + (*at - '0');
        }
        good = digits > 0 && digits <= 2 && sides[side] > 0 && *at == (side == 0 ? 'x' : '\0');
        at += good;
    }
    *width = sides[0];
    *height = sides[1];
    return good ? HR_OK
                : hr_error_set(error, HR_USAGE, "bad board in '%s%s%.60s': write %s, columns x rows, as in %s", kind->name,
                               board == NULL ? "" : ":", board == NULL ? "" : board, kind->form, kind->example);
}
