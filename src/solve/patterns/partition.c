// SPDX-License-Identifier: MIT
// Partitions of the tiles into patterns.

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/quantity.h"
#include "core/try.h"
#include "solve/patterns/domain.h"

/// A partition that is known to be good, for a blank whose home is the first cell. Its tiles are given by their homes. Other
/// partitions with the same sizes can need several times the nodes.
typedef struct known {
    int width;
    int height;
    const char *name;
    const char *homes;
} known;

static const known KNOWN[] = {
    {4, 4, "5-5-5", "1,2,3,6,7/4,5,8,9,12/10,11,13,14,15"},
    {4, 4, "6-6-3", "1,4,5,8,9,12/6,10,11,13,14,15/2,3,7"},
    {4, 4, "7-8", "1,2,3,4,5,6,7/8,9,10,11,12,13,14,15"},
    {5, 5, "6-6-6-6", "1,2,5,6,7,12/3,4,8,9,13,14/10,11,15,16,20,21/17,18,19,22,23,24"},
};

/// HR_USAGE unless `sum`, the number of all tiles that `text` names, is that of the board, and no pattern is too large.
static hr_status check(const hr_tiles *tiles, const hr_partition *partition, int sum, const char *text, hr_error *error) {
    if (sum != tiles->cells - 1) {
        return hr_error_set(error, HR_USAGE, "partition %.160s holds %d tile%s; this board has %d", text, sum,
                            hr_quantity_plural((uint64_t)sum), tiles->cells - 1);
    }
    const int most = tiles->cells <= 16 ? HR_PATTERN_TILES_MAX : HR_PATTERN_TILES_LARGE;
    for (int i = 0; i < partition->count; i++) {
        const int n = partition->pattern[i].tiles;
        if (n > most) {
            return hr_error_set(error, HR_USAGE, "partition %.160s has a pattern of %d tiles; use 1 to %d", text, n, most);
        }
    }
    return HR_OK;
}

static hr_status add_tile(hr_pattern *pattern, int home, const char *text, hr_error *error) {
    if (pattern->tiles == HR_PATTERN_TILES_MAX) {
        return hr_error_set(error, HR_USAGE, "partition %.160s has a pattern of more than %d tiles", text, HR_PATTERN_TILES_MAX);
    }
    int at = pattern->tiles++;
    for (; at > 0 && pattern->home[at - 1] > home; at--) {
        pattern->home[at] = pattern->home[at - 1];
    }
    pattern->home[at] = (uint8_t)home;
    return HR_OK;
}

/// Read a list of tiles. `text` holds tile numbers, or homes if `home_of` is NULL. *sum is the number of tiles in the list.
static hr_status parse_tiles(const hr_tiles *tiles, const uint8_t *home_of, const char *text, hr_partition *partition, int *sum,
                             hr_error *error) {
    uint32_t seen = 0;
    partition->count = 1;
    *sum = 0;
    for (const char *at = text;; at++) {
        char *end = NULL;
        const long number = strtol(at, &end, 10);
        if (end == at || *at < '0' || *at > '9' || number < 1 - (home_of == NULL) || number >= tiles->cells) {
            return hr_error_set(error, HR_USAGE, "bad partition %.160s: write tile numbers from 1 to %d, as in 1,2,3/4,5", text,
                                tiles->cells - 1);
        }
        const int home = home_of == NULL ? (int)number : home_of[number];
        if ((seen >> home & 1U) != 0) {
            return hr_error_set(error, HR_USAGE, "bad partition %.160s: tile %ld appears twice", text, number);
        }
        seen |= 1U << home;
        HR_TRY(add_tile(&partition->pattern[partition->count - 1], home, text, error));
        ++*sum;
        at = end;
        if (*at == '\0') {
            return HR_OK;
        }
        if (*at == '/' && partition->count < HR_PARTITION_MAX) {
            partition->count++;
        } else if (*at != ',') {
            return hr_error_set(error, HR_USAGE, "bad partition %.160s: at most %d patterns, separated by /", text,
                                HR_PARTITION_MAX);
        }
    }
}

/// Read a list of sizes. The patterns take the homes row by row, or column by column on a board that is taller than wide.
/// *sum is the sum of the sizes, which may be more than the board has.
static hr_status parse_sizes(const hr_tiles *tiles, const char *text, hr_partition *partition, int *sum, hr_error *error) {
    int next = 0;
    *sum = 0;
    for (const char *at = text;; at++) {
        char *end = NULL;
        const long size = strtol(at, &end, 10);
        if (end == at || *at < '0' || *at > '9' || size < 1 || size > HR_PATTERN_TILES_MAX ||
            partition->count == HR_PARTITION_MAX) {
            return hr_error_set(error, HR_USAGE, "bad partition %.160s: write sizes from 1 to %d, as in 7-8", text,
                                HR_PATTERN_TILES_MAX);
        }
        hr_pattern *pattern = &partition->pattern[partition->count++];
        while (pattern->tiles < size && next < tiles->cells) {
            const int home = tiles->width >= tiles->height ? next : next / tiles->height + next % tiles->height * tiles->width;
            if (home != tiles->blank) {
                HR_TRY(add_tile(pattern, home, text, error));
            }
            next++;
        }
        *sum += (int)size;
        at = end;
        if (*at == '\0') {
            return HR_OK;
        }
        assert(*at == '-'); // the text has digits and '-' only
    }
}

static const char *find_known(const hr_tiles *tiles, const char *text) {
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        const known *k = &KNOWN[i];
        if (tiles->blank == 0 && k->width == tiles->width && k->height == tiles->height && strcmp(k->name, text) == 0) {
            return k->homes;
        }
    }
    return NULL;
}

/// Set the patterns' board and check the partition, of which `text` names `sum` tiles.
static hr_status finish(const hr_tiles *tiles, const char *text, hr_partition *partition, int sum, hr_error *error) {
    for (int i = 0; i < partition->count; i++) {
        hr_pattern *pattern = &partition->pattern[i];
        pattern->width = tiles->width;
        pattern->height = tiles->height;
        pattern->blank = tiles->blank;
    }
    return check(tiles, partition, sum, text, error);
}

hr_status hr_partition_parse_homes(const hr_tiles *tiles, const char *homes, hr_partition *partition, hr_error *error) {
    int sum = 0;
    *partition = (hr_partition){0};
    HR_TRY(parse_tiles(tiles, NULL, homes, partition, &sum, error));
    return finish(tiles, homes, partition, sum, error);
}

hr_status hr_partition_parse(const hr_tiles *tiles, const char *text, hr_partition *partition, hr_error *error) {
    *partition = (hr_partition){0};
    const size_t clean = strspn(text, "0123456789,/-");
    if (text[clean] != '\0') {
        return hr_error_set(error, HR_USAGE, "bad partition: character %zu is not a digit, comma, / or -", clean + 1);
    }
    const char *homes = find_known(tiles, text);
    int sum = 0;
    if (homes != NULL) {
        HR_TRY(parse_tiles(tiles, NULL, homes, partition, &sum, error));
    } else if (strpbrk(text, ",/") != NULL) {
        HR_TRY(parse_tiles(tiles, tiles->home, text, partition, &sum, error));
    } else {
        HR_TRY(parse_sizes(tiles, text, partition, &sum, error));
    }
    return finish(tiles, text, partition, sum, error);
}
