// SPDX-License-Identifier: MIT
#include "solve/patterns/regions/set.h"

#include <stdio.h>
#include <string.h>

#include "core/try.h"
#include "solve/patterns/regions/places.h"

/// The partitions known for 5x5, the most useful first; tiles are given by their homes. They are those of clausecker/24puzzle,
/// catalogues/small-compound.cat. The first one is Korf and Felner's, the second one differs from it in two patterns. Each one
/// shares patterns with others.
static const char *const KNOWN[] = {
    "1,5,6,10,11,12/2,3,4,7,8,9/13,14,18,19,23,24/15,16,17,20,21,22",
    "1,2,5,6,10,11/3,4,7,8,9,12/13,14,18,19,23,24/15,16,17,20,21,22",
    "1,5,6,10,11,12/2,3,4,7,8,9/13,14,15,16,17,18/19,20,21,22,23,24",
    "1,2,5,6,10,11/3,4,7,8,9,12/13,14,15,16,17,18/19,20,21,22,23,24",
    "1,5,6,10,15,20/2,3,4,7,8,9/11,12,16,17,21,22/13,14,18,19,23,24",
    "1,2,5,6,10,11/3,4,9,14,19,24/7,8,12,13,18,23/15,16,17,20,21,22",
    "1,5,6,10,15,20/2,3,4,7,8,9/11,12,13,16,17,18/14,19,21,22,23,24",
};

enum { KNOWN_COUNT = sizeof KNOWN / sizeof *KNOWN };

/// Returns N if `text` is "Nx6-6-6-6", else 0.
static int known_count(const char *text) {
    const int n = text[0] - '0';
    return n >= 1 && n <= KNOWN_COUNT && strcmp(text + 1, "x6-6-6-6") == 0 ? n : 0;
}

bool hr_region_set_is_name(const char *text) {
    return text[0] == '+' || (text[0] >= '0' && text[0] <= '9' && strchr(text, 'x') != NULL);
}

/// Add a partition, whose patterns may be in the set already.
static hr_status add(hr_region_set *set, const hr_partition *partition, const char *text, hr_error *error) {
    if (set->partitions == HR_REGION_LANES) {
        return hr_error_set(error, HR_USAGE, "%.160s: at most %d partitions", text, HR_REGION_LANES);
    }
    for (int i = 0; i < partition->count; i++) {
        hr_pattern pattern = partition->pattern[i];
        pattern.regions = true;
        int at = 0;
        while (at < set->patterns && (set->pattern[at].tiles != pattern.tiles ||
                                      memcmp(set->pattern[at].home, pattern.home, (size_t)pattern.tiles) != 0)) {
            at++;
        }
        if (at == HR_REGION_PATTERNS || pattern.tiles > HR_PATTERN_TILES_LARGE) {
            return hr_error_set(error, HR_USAGE, "%.160s: at most %d different patterns of at most %d tiles", text,
                                HR_REGION_PATTERNS, HR_PATTERN_TILES_LARGE);
        }
        set->pattern[at] = pattern;
        set->patterns += at == set->patterns;
        set->lanes[at] |= UINT64_C(1) << (8 * set->partitions);
    }
    set->partitions++;
    return HR_OK;
}

hr_status hr_region_set_parse(const hr_tiles *tiles, const char *text, hr_region_set *set, hr_error *error) {
    *set = (hr_region_set){0};
    hr_partition partition;
    if (tiles->width > HR_REGION_SIDE_MAX || tiles->height > HR_REGION_SIDE_MAX) {
        return hr_error_set(error, HR_USAGE, "%.160s: several partitions at once need a board of at most %d x %d cells", text,
                            HR_REGION_SIDE_MAX, HR_REGION_SIDE_MAX);
    }
    if (text[0] != '+') {
        const int known = known_count(text);
        if (known == 0 || tiles->cells != 25 || tiles->blank != 0) {
            return hr_error_set(error, HR_USAGE,
                                "unknown partitions '%.40s': use 1x6-6-6-6 to %dx6-6-6-6 on 5x5 with the goal's blank in a corner, "
                                "or list partitions as in +1,2/3,4+1,3/2,4",
                                text, KNOWN_COUNT);
        }
        for (int i = 0; i < known; i++) {
            HR_TRY(hr_partition_parse_homes(tiles, KNOWN[i], &partition, error));
            HR_TRY(add(set, &partition, text, error));
        }
        return HR_OK;
    }
    for (const char *at = text; *at == '+';) {
        const size_t length = strcspn(at + 1, "+");
        char part[HR_HEURISTIC_NAME];
        (void)snprintf(part, sizeof part, "%.*s", (int)length, at + 1);
        HR_TRY(hr_partition_parse(tiles, part, &partition, error));
        HR_TRY(add(set, &partition, text, error));
        at += 1 + length;
    }
    return HR_OK;
}
