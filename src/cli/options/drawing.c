// SPDX-License-Identifier: MIT
#include "cli/options/drawing.h"

#include "core/try.h"
#include "puzzle/kinds.h"

hr_status hr_drawing_check(const hr_drawing *drawing, const char *spec, hr_error *error) {
    const hr_puzzle_kind *kind = NULL;
    const bool names = drawing->labels == HR_LABELS_SIMPLIFIED || drawing->labels == HR_LABELS_TRADITIONAL;
    if (names && drawing->ascii) {
        return hr_error_set(error, HR_USAGE, "Chinese names are not ASCII: leave out --labels or --ascii");
    }
    if (!names || spec == NULL) {
        return HR_OK;
    }
    HR_TRY(hr_puzzle_kind_of(spec, &kind, error));
    return kind->name_pieces != NULL
               ? HR_OK
               : hr_error_set(error, HR_USAGE, "the pieces of %s have no Chinese names: leave out --labels", spec);
}
