// SPDX-License-Identifier: MIT
#include "solve/idastar/worker.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/try.h"

/// Nodes that a domain's search of one subtree should generate: enough to pay for the call, few enough to answer thieves soon.
#define SMALL_NODES 8192
/// A rank that is at most this many nodes below a limit that is not rough expands all nodes itself. Hardly any search of the domain
/// takes more nodes than this.
#define NEAR_NODES 262144
/// A rank that expands this many nodes itself without one search of the domain leaves larger subtrees to the domain.
#define EXPANDED_MOST 256

enum { HEADER = 16 }; ///< bytes of a stack entry before its state

/// The header of an entry on the stack; the state follows.
typedef struct open_node {
    uint32_t g;   ///< depth of the node
    uint8_t move; ///< the move that leads to the node from its parent
} open_node;

static hr_status out_of_memory(hr_error *error) { return hr_error_set(error, HR_INTERNAL, "out of memory for a search stack"); }

/// Make room for `count` open nodes. Returns false when out of memory.
static bool reserve(hr_idastar_stack *stack, size_t count) {
    return hr_array_reserve(&stack->nodes, stack->stride, &stack->capacity, count);
}

hr_status hr_idastar_worker_create(const hr_idastar_domain *domain, const void *root, hr_idastar_weight weight, bool complete,
                                   hr_idastar_worker *worker, hr_error *error) {
    assert(domain->state_bytes <= HR_IDASTAR_STATE_MAX);
    *worker = (hr_idastar_worker){
        .domain = domain,
        .root = root,
        .weight = weight.numerator == 0 ? (hr_idastar_weight){1, 1} : weight,
        .weighted = weight.numerator != weight.denominator,
        .complete = complete,
        .tuning = {.reach = UINT32_MAX},
        .stack = {.stride = HEADER + (domain->state_bytes + 15) / 16 * 16},
    };
    return reserve(&worker->stack, 256) ? HR_OK : out_of_memory(error);
}

void hr_idastar_worker_destroy(hr_idastar_worker *worker) {
    free(worker->stack.nodes);
    free(worker->log.packets);
    free(worker->log.paths);
    *worker = (hr_idastar_worker){0};
}

void hr_idastar_worker_begin(hr_idastar_worker *worker, uint32_t bound) {
    worker->bound = bound;
    worker->limit = UINT64_MAX;
    worker->stack.used = 0;
    worker->log.count = 0;
    worker->log.paths_used = 0;
    worker->nodes = 0;
    worker->expanded = 0;
    worker->solutions = 0;
    worker->next_bound = HR_IDASTAR_NO_BOUND;
    worker->best.known = false;
    worker->best.fresh = false;
}

uint32_t hr_idastar_f(const hr_idastar_worker *worker, const void *state, uint32_t g) {
    const uint32_t h = worker->domain->heuristic(worker->domain->context, state);
    return h == HR_IDASTAR_NO_BOUND ? h : worker->weight.denominator * g + worker->weight.numerator * h;
}

static open_node read_header(const unsigned char *entry) {
    open_node node;
    memcpy(&node, entry, sizeof node);
    return node;
}

/// Push a new entry. Returns where its state is to be written, or NULL when out of memory.
static unsigned char *push(hr_idastar_worker *worker, uint32_t g, uint8_t move) {
    if (!reserve(&worker->stack, worker->stack.used + 1)) {
        return NULL;
    }
    unsigned char *entry = worker->stack.nodes + worker->stack.used++ * worker->stack.stride;
    const open_node node = {.g = g, .move = move};
    memcpy(entry, &node, sizeof node);
    return entry + HEADER;
}

/// Record that a packet starts at the node `path[0..length)` or, if `move` is not NULL, at the child that *move leads to.
static hr_status record_packet(hr_idastar_worker *worker, const uint8_t *path, size_t length, const uint8_t *move,
                               hr_error *error) {
    if (!HR_ARRAY_RESERVE(worker->log.packets, worker->log.capacity, worker->log.count + 1) ||
        !HR_ARRAY_RESERVE(worker->log.paths, worker->log.paths_capacity, worker->log.paths_used + length + 1)) {
        return out_of_memory(error);
    }
    hr_idastar_work *packet = &worker->log.packets[worker->log.count++];
    *packet = (hr_idastar_work){.start = worker->log.paths_used, .length = length + (move != NULL)};
    memcpy(worker->log.paths + packet->start, path, length);
    if (move != NULL) {
        worker->log.paths[packet->start + length] = *move;
    }
    worker->log.paths_used += packet->length;
    return HR_OK;
}

hr_status hr_idastar_worker_start(hr_idastar_worker *worker, const uint8_t *path, size_t length, const uint8_t *siblings,
                                  size_t count, hr_error *error) {
    assert(worker->stack.used == 0 && length < HR_IDASTAR_PATH_MAX);
    HR_TRY(record_packet(worker, path, length, count > 0 ? siblings : NULL, error));
    const hr_idastar_domain *domain = worker->domain;
    _Alignas(16) unsigned char states[2][HR_IDASTAR_STATE_MAX];
    unsigned char *state = states[0];
    memcpy(state, worker->root, domain->state_bytes);
    for (size_t i = 0; i < length; i++) {
        domain->apply(domain->context, state, path[i], states[(i + 1) % 2]);
        state = states[(i + 1) % 2];
    }
    memmove(worker->path, path, length);
    worker->path_length = length;
    if (count == 0) {
        unsigned char *entry = push(worker, (uint32_t)length, length > 0 ? path[length - 1] : 0);
        if (entry == NULL) {
            return out_of_memory(error);
        }
        memcpy(entry, state, domain->state_bytes);
    }
    for (size_t i = count; i > 0; i--) {
        unsigned char *entry = push(worker, (uint32_t)length + 1, siblings[i - 1]);
        if (entry == NULL) {
            return out_of_memory(error);
        }
        domain->apply(domain->context, state, siblings[i - 1], entry);
    }
    return HR_OK;
}

void hr_idastar_worker_drop(hr_idastar_worker *worker) { worker->stack.used = 0; }

/// Compare two paths by their order in the depth-first search; an ancestor comes first.
static int compare_paths(const uint8_t *a, size_t a_length, const uint8_t *b, size_t b_length) {
    const int order = memcmp(a, b, a_length < b_length ? a_length : b_length);
    return order != 0 ? order : (a_length > b_length) - (a_length < b_length);
}

bool hr_idastar_worker_needless(const hr_idastar_worker *worker, const uint8_t *path, size_t length) {
    return worker->best.known && !worker->complete && compare_paths(path, length, worker->best.path, worker->best.length) > 0;
}

void hr_idastar_worker_offer(hr_idastar_worker *worker, const uint8_t *path, size_t length, size_t levels) {
    if (worker->best.known && compare_paths(path, length, worker->best.path, worker->best.length) >= 0) {
        return;
    }
    worker->best.known = true;
    worker->best.fresh = true;
    worker->best.length = length;
    worker->best.levels = levels;
    memmove(worker->best.path, path, length);
}

/// Offer the solution in a subtree whose root lies at worker->path.
static void take_solution(hr_idastar_worker *worker, const hr_idastar_subtree *subtree) {
    uint8_t path[HR_IDASTAR_PATH_MAX];
    memcpy(path, worker->path, worker->path_length);
    memcpy(path + worker->path_length, subtree->path, subtree->path_length);
    hr_idastar_worker_offer(worker, path, worker->path_length + subtree->path_length, worker->path_length);
    if (!worker->complete) {
        worker->stack.used = 0; // all open nodes of this packet lie to the right of the solution
    }
}

static void search(const hr_idastar_worker *worker, const void *state, uint32_t g, bool complete, hr_idastar_subtree *subtree) {
    const hr_idastar_domain *domain = worker->domain;
    const hr_idastar_terms terms = {.g = g, .bound = worker->bound, .complete = complete};
    *subtree = (hr_idastar_subtree){.next_bound = HR_IDASTAR_NO_BOUND};
    if (worker->weighted || domain->search == NULL) {
        hr_idastar_search_plain(domain, worker->weight, state, terms, subtree);
    } else {
        domain->search(domain->context, state, terms, subtree);
    }
}

/// Adjust `reach` so that the domain's searches generate SMALL_NODES nodes on average. The last one started `left` moves from the
/// bound and generated `nodes` nodes.
static void adjust_reach(hr_idastar_worker *worker, uint32_t left, hr_count nodes) {
    worker->tuning.nodes += nodes;
    worker->tuning.searches++;
    worker->tuning.alone = 0;
    if (nodes > 16 * (hr_count)SMALL_NODES) {
        const uint32_t levels = (uint32_t)(63 - __builtin_clzll(nodes / SMALL_NODES)) - 2; // each level about doubles the nodes
        const uint32_t reach = left > levels ? left - levels : 0;
        worker->tuning.reach = reach < worker->tuning.reach ? reach : worker->tuning.reach;
    } else if (worker->tuning.searches < 16) {
        return;
    } else if (worker->tuning.nodes < (hr_count)worker->tuning.searches * (SMALL_NODES / 4)) {
        worker->tuning.reach += worker->tuning.reach < UINT32_MAX;
    } else if (worker->tuning.nodes > (hr_count)worker->tuning.searches * SMALL_NODES * 2) {
        worker->tuning.reach -= worker->tuning.reach > 0;
    }
    worker->tuning.nodes = 0;
    worker->tuning.searches = 0;
}

/// Called for a node that this rank expands itself, `left` moves from the bound. With a strong heuristic hardly any node is as near
/// to the bound as `reach` asks for. So `reach` grows by 1 after EXPANDED_MOST nodes that were too far away, without a search of
/// the domain between them.
static void widen_reach(hr_idastar_worker *worker, uint32_t left) {
    if (left > worker->tuning.reach && ++worker->tuning.alone == EXPANDED_MOST) {
        worker->tuning.reach++;
        worker->tuning.alone = 0;
    }
}

/// Count nodes of the packet under work.
static void count(hr_idastar_worker *worker, hr_count nodes, hr_count expanded) {
    hr_idastar_tally *tally = &worker->log.packets[worker->log.count - 1].tally;
    worker->nodes += nodes;
    worker->expanded += expanded;
    tally->nodes += nodes;
    tally->expanded += expanded;
}

static void search_small(hr_idastar_worker *worker, const void *state, uint32_t g, uint32_t left) {
    hr_idastar_subtree subtree;
    search(worker, state, g, worker->complete, &subtree);
    count(worker, subtree.nodes, subtree.expanded);
    worker->solutions += subtree.solutions;
    worker->next_bound = subtree.next_bound < worker->next_bound ? subtree.next_bound : worker->next_bound;
    adjust_reach(worker, left, subtree.nodes);
    if (subtree.solutions > 0) {
        if (worker->complete) { // a complete search writes no path
            search(worker, state, g, false, &subtree);
        }
        take_solution(worker, &subtree);
    }
}

static hr_status expand(hr_idastar_worker *worker, const void *state, uint32_t g, hr_error *error) {
    const hr_idastar_domain *domain = worker->domain;
    uint8_t moves[HR_IDASTAR_FANOUT_MAX];
    const size_t n = domain->moves(domain->context, state, moves);
    count(worker, n, 1);
    for (size_t i = n; i > 0; i--) {
        _Alignas(16) unsigned char next[HR_IDASTAR_STATE_MAX];
        domain->apply(domain->context, state, moves[i - 1], next);
        const uint32_t f = hr_idastar_f(worker, next, g + 1);
        if (f > worker->bound) {
            worker->next_bound = f < worker->next_bound ? f : worker->next_bound;
            continue;
        }
        unsigned char *entry = push(worker, g + 1, moves[i - 1]);
        if (entry == NULL) {
            return out_of_memory(error);
        }
        memcpy(entry, next, domain->state_bytes);
    }
    return HR_OK;
}

bool hr_idastar_worker_over_limit(const hr_idastar_worker *worker) { return worker->nodes > worker->limit; }

hr_status hr_idastar_worker_run(hr_idastar_worker *worker, hr_count nodes, hr_error *error) {
    const hr_idastar_domain *domain = worker->domain;
    const hr_count until = worker->nodes + nodes < nodes ? UINT64_MAX : worker->nodes + nodes;
    while (worker->stack.used > 0 && worker->nodes < until && !hr_idastar_worker_over_limit(worker)) {
        const unsigned char *entry = worker->stack.nodes + --worker->stack.used * worker->stack.stride;
        const open_node node = read_header(entry);
        _Alignas(16) unsigned char state[HR_IDASTAR_STATE_MAX];
        memcpy(state, entry + HEADER, domain->state_bytes);
        worker->path_length = node.g;
        if (node.g > 0) {
            worker->path[node.g - 1] = node.move;
        }
        if (hr_idastar_worker_needless(worker, worker->path, worker->path_length)) {
            worker->stack.used = 0;
            break;
        }
        const uint32_t left = worker->bound / worker->weight.denominator - node.g;
        if (domain->solved(domain->context, state)) {
            worker->solutions++;
            take_solution(worker, &(hr_idastar_subtree){0});
        } else if (left <= worker->tuning.reach && (worker->rough || worker->limit - worker->nodes > NEAR_NODES)) {
            search_small(worker, state, node.g, left);
        } else {
            widen_reach(worker, left);
            HR_TRY(expand(worker, state, node.g, error));
        }
    }
    return HR_OK;
}

size_t hr_idastar_worker_split(hr_idastar_worker *worker, bool last, size_t *length, uint8_t siblings[HR_IDASTAR_FANOUT_MAX]) {
    if (worker->stack.used < (last ? 1 : 2)) {
        return 0;
    }
    // Siblings stand side by side, the leftmost on top. Take half of the lowest ones, rounded up.
    const uint32_t g = read_header(worker->stack.nodes).g;
    assert(g > 0); // the root is no packet
    size_t level = 1;
    while (level < worker->stack.used && read_header(worker->stack.nodes + level * worker->stack.stride).g == g) {
        level++;
    }
    const size_t taken = level == worker->stack.used && !last ? level / 2 : (level + 1) / 2;
    for (size_t i = 0; i < taken; i++) {
        siblings[taken - 1 - i] = read_header(worker->stack.nodes + i * worker->stack.stride).move;
    }
    worker->stack.used -= taken;
    memmove(worker->stack.nodes, worker->stack.nodes + taken * worker->stack.stride, worker->stack.used * worker->stack.stride);
    *length = g - 1;
    return taken;
}

hr_idastar_tally hr_idastar_worker_counted(const hr_idastar_worker *worker) {
    hr_idastar_tally sum = {.nodes = worker->nodes, .expanded = worker->expanded};
    if (!worker->best.known || worker->complete) {
        return sum;
    }
    sum = (hr_idastar_tally){0};
    for (size_t i = 0; i < worker->log.count; i++) {
        const hr_idastar_work *packet = &worker->log.packets[i];
        const uint8_t *path = worker->log.paths + packet->start;
        if (compare_paths(path, packet->length, worker->best.path, worker->best.length) <= 0) {
            sum.nodes += packet->tally.nodes;
            sum.expanded += packet->tally.expanded;
        }
    }
    return sum;
}
