// SPDX-License-Identifier: MIT
#include "solve/patterns/set.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/quantity.h"
#include "core/try.h"
#include "solve/heuristic.h"

/// A partition of all tiles into patterns.
typedef struct tile_partition {
    int count;
    hr_pattern pattern[HR_PARTITION_MAX];
} tile_partition;

/// A partition that is known to be good, for a blank whose home is the first cell. Its tiles are given by their homes. Other
/// partitions with the same sizes can need several times the nodes.
typedef struct known {
    int width;
    int height;
    const char *name;
    const char *homes;
} known;

static const known KNOWN[] = {
    {4, 4, "5-5-5", "1,2,3,4,5/6,7,10,11,15/8,9,12,13,14"},
    {4, 4, "6-6-3", "1,4,5,8,9,12/2,3,6,7,10,11/13,14,15"},
    {4, 4, "7-8", "1,2,3,4,5,6,7/8,9,10,11,12,13,14,15"},
    {5, 5, "6-6-6-6", "1,2,5,6,7,12/3,4,8,9,13,14/10,11,15,16,20,21/17,18,19,22,23,24"},
};

/// The partitions known for 5x5, the most useful first; tiles are given by their homes. They are those of clausecker/24puzzle,
/// catalogues/small-compound.cat. The first one is Korf and Felner's, the second one differs from it in two patterns. Each one
/// shares patterns with others.
static const char *const KNOWN_SET[] = {
    "1,5,6,10,11,12/2,3,4,7,8,9/13,14,18,19,23,24/15,16,17,20,21,22",
    "1,2,5,6,10,11/3,4,7,8,9,12/13,14,18,19,23,24/15,16,17,20,21,22",
    "1,5,6,10,11,12/2,3,4,7,8,9/13,14,15,16,17,18/19,20,21,22,23,24",
    "1,2,5,6,10,11/3,4,7,8,9,12/13,14,15,16,17,18/19,20,21,22,23,24",
    "1,5,6,10,15,20/2,3,4,7,8,9/11,12,16,17,21,22/13,14,18,19,23,24",
    "1,2,5,6,10,11/3,4,9,14,19,24/7,8,12,13,18,23/15,16,17,20,21,22",
    "1,5,6,10,15,20/2,3,4,7,8,9/11,12,13,16,17,18/14,19,21,22,23,24",
};

enum { KNOWN_SETS = sizeof KNOWN_SET / sizeof *KNOWN_SET };

/// HR_USAGE unless `sum`, the number of all tiles that `text` names, is that of the board, and no pattern is too large.
static hr_status check(const hr_tiles *tiles, const tile_partition *partition, int sum, const char *text, hr_error *error) {
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
static hr_status parse_tiles(const hr_tiles *tiles, const uint8_t *home_of, const char *text, tile_partition *partition, int *sum,
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
static hr_status parse_sizes(const hr_tiles *tiles, const char *text, tile_partition *partition, int *sum, hr_error *error) {
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
static hr_status finish(const hr_tiles *tiles, const char *text, tile_partition *partition, int sum, hr_error *error) {
    for (int i = 0; i < partition->count; i++) {
        hr_pattern *pattern = &partition->pattern[i];
        pattern->width = tiles->width;
        pattern->height = tiles->height;
        pattern->blank = tiles->blank;
    }
    return check(tiles, partition, sum, text, error);
}

/// Read a partition whose tiles are given by their homes.
static hr_status parse_homes(const hr_tiles *tiles, const char *homes, tile_partition *partition, hr_error *error) {
    int sum = 0;
    *partition = (tile_partition){0};
    HR_TRY(parse_tiles(tiles, NULL, homes, partition, &sum, error));
    return finish(tiles, homes, partition, sum, error);
}

static hr_status parse_partition(const hr_tiles *tiles, const char *text, tile_partition *partition, hr_error *error) {
    *partition = (tile_partition){0};
    const size_t clean = strspn(text, "0123456789,/-");
    if (text[clean] != '\0') {
        return hr_error_set(error, HR_USAGE, "bad partition: character %zu is not a digit, comma, / or -", clean + 1);
    }
    const char *homes = find_known(tiles, text);
    if (homes != NULL) {
        return parse_homes(tiles, homes, partition, error);
    }
    int sum = 0;
    if (strpbrk(text, ",/") != NULL) {
        HR_TRY(parse_tiles(tiles, tiles->home, text, partition, &sum, error));
    } else {
        HR_TRY(parse_sizes(tiles, text, partition, &sum, error));
    }
    return finish(tiles, text, partition, sum, error);
}

/// Add a partition, whose patterns may be in the set already.
static hr_status add_partition(hr_pattern_set *set, const tile_partition *partition, const char *text, hr_error *error) {
    if (set->partitions == HR_SET_LANES) {
        return hr_error_set(error, HR_USAGE, "%.160s: at most %d partitions", text, HR_SET_LANES);
    }
    for (int i = 0; i < partition->count; i++) {
        hr_pattern pattern = partition->pattern[i];
        pattern.regions = set->regions;
        int at = 0;
        while (at < set->patterns && (set->pattern[at].tiles != pattern.tiles ||
                                      memcmp(set->pattern[at].home, pattern.home, (size_t)pattern.tiles) != 0)) {
            at++;
        }
        if (at == HR_SET_PATTERNS || (set->regions && pattern.tiles > HR_PATTERN_TILES_LARGE)) {
            return hr_error_set(error, HR_USAGE, "%.160s: at most %d different patterns of at most %d tiles", text, HR_SET_PATTERNS,
                                HR_PATTERN_TILES_LARGE);
        }
        set->pattern[at] = pattern;
        set->patterns += at == set->patterns;
        set->lanes[at] |= UINT64_C(1) << (8 * set->partitions);
    }
    set->partitions++;
    return HR_OK;
}

/// Read the name of some of the partitions known for 5x5.
static hr_status parse_known_set(const hr_tiles *tiles, const char *text, hr_pattern_set *set, hr_error *error) {
    const int n = text[0] - '0';
    if (n < 1 || n > KNOWN_SETS || strcmp(text + 1, "x6-6-6-6") != 0 || tiles->cells != 25 || tiles->blank != 0) {
        return hr_error_set(error, HR_USAGE,
                            "unknown partitions '%.40s': use 1x6-6-6-6 to %dx6-6-6-6 on 5x5 with the goal's blank in a corner, or "
                            "list partitions as in +1,2/3,4+1,3/2,4",
                            text, KNOWN_SETS);
    }
    for (int i = 0; i < n; i++) {
        tile_partition partition;
        HR_TRY(parse_homes(tiles, KNOWN_SET[i], &partition, error));
        HR_TRY(add_partition(set, &partition, text, error));
    }
    return HR_OK;
}

bool hr_pattern_set_is_name(const char *text) { return text[0] == '+' || (text[0] >= '0' && text[0] <= '9'); }

hr_status hr_pattern_set_parse(const hr_tiles *tiles, const char *text, hr_pattern_set *set, hr_error *error) {
    *set = (hr_pattern_set){.regions = text[0] == '+' || strchr(text, 'x') != NULL};
    if (set->regions && (tiles->width > HR_SET_SIDE_MAX || tiles->height > HR_SET_SIDE_MAX)) {
        return hr_error_set(error, HR_USAGE, "%.160s: several partitions at once need a board of at most %d x %d cells", text,
                            HR_SET_SIDE_MAX, HR_SET_SIDE_MAX);
    }
    if (set->regions && text[0] != '+') {
        return parse_known_set(tiles, text, set, error);
    }
    const char *at = text + set->regions;
    for (bool more = true; more; at++) {
        char part[HR_HEURISTIC_NAME];
        tile_partition partition;
        const size_t length = strcspn(at, set->regions ? "+" : "");
        (void)snprintf(part, sizeof part, "%.*s", (int)length, at);
        HR_TRY(parse_partition(tiles, part, &partition, error));
        HR_TRY(add_partition(set, &partition, text, error));
        at += length;
        more = *at == '+';
    }
    return HR_OK;
}

/// Append the numbers of the pattern's tiles to `text[0..size)`. Returns the new length.
static size_t spell_pattern(const hr_tiles *tiles, const hr_pattern *pattern, char *text, size_t length, size_t size) {
    const char *between = "";
    for (int number = 1; number < tiles->cells; number++) {
        if (memchr(pattern->home, tiles->home[number], (size_t)pattern->tiles) != NULL && length < size) {
            length += (size_t)snprintf(text + length, size - length, "%s%d", between, number);
            between = ",";
        }
    }
    return length;
}

void hr_pattern_set_spell(const hr_tiles *tiles, const hr_pattern_set *set, char *text, size_t size) {
    size_t length = 0;
    text[0] = '\0';
    for (int partition = 0; partition < set->partitions; partition++) {
        const char *before = set->regions ? "+" : "";
        for (int i = 0; i < set->patterns; i++) {
            if ((set->lanes[i] >> (8 * partition) & 1) != 0 && length < size) {
                length += (size_t)snprintf(text + length, size - length, "%s", before);
                length = spell_pattern(tiles, &set->pattern[i], text, length, size);
                before = "/";
            }
        }
    }
}
