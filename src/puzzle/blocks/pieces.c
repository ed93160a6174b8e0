// SPDX-License-Identifier: MIT
// The pieces of a drawing.

#include <string.h>

#include "core/try.h"
#include "puzzle/blocks/pieces.h"

static bool is_gate(const hr_blocks_source *source, char c) {
    return c != '\0' && memchr(source->gates, c, (size_t)source->gate_count) != NULL;
}

/// The movable piece with this letter, or NULL.
static hr_blocks_piece *find(hr_blocks_draft *draft, char letter) {
    for (int i = 0; i < draft->piece_count; i++) {
        if (draft->pieces[i].letter == letter) {
            return &draft->pieces[i];
        }
    }
    return NULL;
}

/// Add the cell in row y, column x to the piece with its letter.
static hr_status add_cell(hr_blocks_draft *draft, int y, int x, hr_error *error) {
    const hr_blocks_source *source = draft->source;
    const char letter = source->start.cells[y][x];
    const hr_blocks_spot spot = hr_blocks_spot_at(&source->start, y, x);
    hr_blocks_piece *piece = find(draft, letter);
    if (piece == NULL) {
        piece = &draft->pieces[draft->piece_count++];
        *piece = (hr_blocks_piece){.letter = letter,
                                   .rule = &source->rules[(unsigned char)letter],
                                   .spot = spot,
                                   .head = y * source->start.width + x,
                                   .kind = -1};
    }
    if (piece->cell_count == HR_BLOCKS_PIECE_CELLS_MAX) {
        return hr_blocks_bad(source->file, spot, error, "the piece '%c' is too large: it may have %d cells", letter,
                             HR_BLOCKS_PIECE_CELLS_MAX);
    }
    piece->dx[piece->cell_count] = (int8_t)(x - piece->head % source->start.width);
    piece->dy[piece->cell_count] = (int8_t)(y - piece->head / source->start.width);
    piece->cell_count++;
    return HR_OK;
}

/// HR_USAGE unless the piece is connected. The message names the first cell that is apart.
static hr_status check_connected(const hr_blocks_source *source, const hr_blocks_piece *piece, hr_error *error) {
    bool joined[HR_BLOCKS_PIECE_CELLS_MAX] = {true};
    for (int round = 0; round < piece->cell_count; round++) {
        for (int i = 0; i < piece->cell_count; i++) {
            for (int k = 0; k < piece->cell_count && !joined[i]; k++) {
                const int distance = (piece->dx[i] - piece->dx[k]) * (piece->dx[i] - piece->dx[k]) +
                                     (piece->dy[i] - piece->dy[k]) * (piece->dy[i] - piece->dy[k]);
                joined[i] = joined[k] && distance == 1;
            }
        }
    }
    for (int i = 0; i < piece->cell_count; i++) {
        if (!joined[i]) {
            const int y = piece->head / source->start.width + piece->dy[i];
            const int x = piece->head % source->start.width + piece->dx[i];
            return hr_blocks_bad(
                source->file, hr_blocks_spot_at(&source->start, y, x), error,
                "the letter '%c' is also at line %d, column %d: two pieces need two letters ('scattered: %c' if it is one)",
                piece->letter, piece->spot.line, piece->spot.column, piece->letter);
        }
    }
    return HR_OK;
}

/// Does the goal's drawing have this letter?
static bool is_in_goal(const hr_blocks_source *source, char letter) {
    for (int y = 0; y < source->goal.height; y++) {
        if (memchr(source->goal.cells[y], letter, (size_t)source->goal.width) != NULL) {
            return true;
        }
    }
    return false;
}

static hr_status check_rules(hr_blocks_draft *draft, hr_error *error) {
    const hr_blocks_source *source = draft->source;
    for (int c = 0; c < HR_BLOCKS_LETTERS; c++) {
        const hr_blocks_rule *rule = &source->rules[c];
        bool drawn = rule->spot.line == 0;
        for (int y = 0; y < source->start.height && !drawn; y++) {
            drawn = memchr(source->start.cells[y], c, (size_t)source->start.width) != NULL;
        }
        if (!drawn || (rule->spot.line > 0 && is_gate(source, (char)c))) {
            return hr_blocks_bad(source->file, rule->spot, error, "the start has no piece '%c'", c);
        }
        if (rule->horizontal && rule->vertical) {
            return hr_blocks_bad(source->file, rule->spot, error,
                                 "the piece '%c' is locked to both axes: write 'fixed: %c' if it does not move", c, c);
        }
        if (rule->alike != 0 && (rule->exit != '\0' || rule->aim != HR_BLOCKS_PLACE)) {
            return hr_blocks_bad(
                source->file, rule->spot, error,
                "the letter '%c' is in a list 'alike:', so the goal may only draw its place: leave out its 'exit:', "
                "'inside:' or 'cover:'",
                c);
        }
        if (rule->fixed && (rule->exit != '\0' || is_in_goal(source, (char)c))) {
            return hr_blocks_bad(source->file, rule->spot, error, "the piece '%c' does not move, so the goal cannot name it", c);
        }
    }
    return HR_OK;
}

/// Set the groups of the pieces: pieces that the goal tells apart get different groups.
static void set_groups(hr_blocks_draft *draft) {
    for (int i = 0; i < draft->piece_count; i++) {
        hr_blocks_piece *piece = &draft->pieces[i];
        const bool named =
            piece->rule->exit != '\0' || (piece->rule->aim != HR_BLOCKS_COVER && is_in_goal(draft->source, piece->letter));
        piece->group = piece->rule->alike > 0 ? piece->rule->alike : named ? draft->source->alike_count + 1 + i : 0;
    }
}

hr_status hr_blocks_find_pieces(hr_blocks_draft *draft, hr_error *error) {
    const hr_blocks_source *source = draft->source;
    hr_blocks_board *board = draft->board;
    board->width = source->start.width;
    board->height = source->start.height;
    memcpy(board->gates, source->gates, (size_t)source->gate_count);
    for (int y = 0; y < board->height; y++) {
        for (int x = 0; x < board->width; x++) {
            const char c = source->start.cells[y][x];
            const bool piece = c != '.' && c != '#' && !is_gate(source, c);
            const bool moves = piece && !source->rules[(unsigned char)c].fixed;
            board->ground[y * board->width + x] = moves ? '.' : c;
            if (moves) {
                HR_TRY(add_cell(draft, y, x, error));
            }
        }
    }
    HR_TRY(check_rules(draft, error));
    if (draft->piece_count == 0) {
        return hr_blocks_bad(source->file, source->start.rows[0], error, "the start has no piece that can move%s",
                             hr_blocks_blank_note(source));
    }
    for (int i = 0; i < draft->piece_count; i++) {
        if (!draft->pieces[i].rule->scattered) {
            HR_TRY(check_connected(source, &draft->pieces[i], error));
        }
    }
    set_groups(draft);
    return HR_OK;
}
