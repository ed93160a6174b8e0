// SPDX-License-Identifier: MIT
#include "scheduled_ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "comm/mailbox.h"
#include "sanitized.h"
#include "solve/idastar/message.h"

#if HR_SANITIZED
#include <sanitizer/common_interface_defs.h>
#endif

enum {
    RANKS_MAX = HR_SCHEDULED_RANKS_MAX,
    GROUPS_MAX = 8,
    VALUES_MAX = 16,
    QUEUE = 256,
    STEPS_MAX = 2000000,
    STACK_BYTES = 1 << 16
};

uint64_t hr_scheduled_mix(uint64_t number) {
    uint64_t z = number;
    z += 0x9E3779B97F4A7C15U;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    return z ^ (z >> 31);
}

/// A message on its way.
typedef struct message {
    unsigned char *bytes;
    size_t size;
    uint64_t arrival; ///< the step in which it comes
    bool question;    ///< It may come earlier: when the rank has found work.
} message;

/// Messages from one rank to another one, in their order.
typedef struct lane {
    message queue[QUEUE];
    size_t first;
    size_t count;
} lane;

/// What the ranks of a group do together: one reduction after the other.
typedef struct meeting {
    int arrived;
    unsigned round;
    uint64_t values[VALUES_MAX];
    uint64_t result[VALUES_MAX];
} meeting;

/// Where something goes on that waits for its turn, and its stack.
typedef struct place {
    ucontext_t context;
    const void *stack;
    size_t bytes;
    void *fake_stack; ///< what the address sanitizer keeps of it
} place;

/// The world. All ranks are in one thread.
static struct world {
    place ranks[RANKS_MAX];
    place outside; ///< the caller of hr_scheduled_run
    place *left;   ///< what ran before
    void (*main)(const hr_comm *world, void *context);
    void *context;
    int size;
    int running; ///< the rank whose turn it is
    bool over[RANKS_MAX];
    uint64_t random;
    uint64_t step;
    lane lanes[RANKS_MAX][RANKS_MAX]; ///< [to][from]
    meeting meetings[GROUPS_MAX];
    unsigned joined[2];        ///< ranks that have joined an even or an odd wave
    int wave[RANKS_MAX];       ///< the wave that a rank has joined, even or odd, −1 if none
    bool idle[RANKS_MAX];      ///< has a rank looked for work since it was given some?
    bool untouched[RANKS_MAX]; ///< has a rank begun nothing of the work that it was given last?
    uint64_t gifts;            ///< messages with work that have come
    bool handed_on;            ///< Work went from hand to hand, and nobody has begun it.
    uint64_t sums[2][HR_MAILBOX_WAVE_MAX];
} world;

static _Alignas(16) unsigned char stacks[RANKS_MAX][STACK_BYTES];

struct hr_comm {
    int rank;
    int group;
};

struct hr_mailbox {
    int rank;
    unsigned waves;        ///< joined by this rank
    uint64_t wave_arrival; ///< the step in which this rank learns that its wave is over, 0 if it is not
};

static uint64_t draw(uint64_t below) { return (world.random = hr_scheduled_mix(world.random)) % below; }

/// Half of what travels comes at once.
static uint64_t draw_arrival(void) { return world.step + (draw(2) == 0 ? 0 : draw(2000)); }

/// Somebody goes on. The address sanitizer wants to know on which stack, and tells that of whoever ran before.
static void arrive(place *at) {
#if HR_SANITIZED
    __sanitizer_finish_switch_fiber(at->fake_stack, &world.left->stack, &world.left->bytes);
#else
#endif
}

/// From one place to another one, for a while or for ever.
static void change(place *from, place *to, bool for_ever) {
    world.left = from;
#if HR_SANITIZED
    __sanitizer_start_switch_fiber(for_ever ? NULL : &from->fake_stack, to->stack, to->bytes);
#else
#endif
    (void)swapcontext(&from->context, &to->context);
    arrive(from);
}

/// Let any rank go on, perhaps this one.
static void give_turn(int rank) {
    if (++world.step > STEPS_MAX) {
        (void)fprintf(stderr, "an iteration does not end\n");
        abort();
    }
    int next = (int)draw((uint64_t)world.size);
    while (world.over[next] && next != rank) {
        next = (next + 1) % world.size;
    }
    if (next != rank) {
        world.running = next;
        change(&world.ranks[rank], &world.ranks[next], false);
    }
}

// What the engine uses of the comm room.

int hr_comm_rank(const hr_comm *comm) { return comm->rank; }
int hr_comm_size(const hr_comm *comm) { return comm == NULL ? 1 : world.size; }
double hr_comm_seconds(void) { return 1e-5 * (double)world.step; }
hr_status hr_comm_check(const hr_comm *comm, hr_error *error) { return (void)comm, (void)error, HR_OK; }
hr_status hr_comm_leave(const hr_comm *comm, hr_status status, const hr_error *error) { return (void)comm, (void)error, status; }

hr_status hr_comm_duplicate(const hr_comm *comm, hr_comm **copy, hr_error *error) {
    hr_comm *made = calloc(1, sizeof *made);
    *made = (hr_comm){.rank = comm->rank, .group = comm->group + 1};
    *copy = made;
    return HR_OK;
}

void hr_comm_destroy(hr_comm **comm) {
    free(*comm);
    *comm = NULL;
}

enum { SUM, MAX, MIN };

static hr_status reduce(const hr_comm *comm, uint64_t *values, size_t n, int operation) {
    meeting *m = &world.meetings[comm->group];
    const unsigned round = m->round;
    if (n > VALUES_MAX) {
        (void)fprintf(stderr, "more values than the ranks here can reduce\n");
        abort();
    }
    for (size_t i = 0; i < n; i++) {
        const uint64_t before = m->values[i];
        m->values[i] = m->arrived == 0                              ? values[i]
                       : operation == SUM                           ? before + values[i]
                       : (operation == MAX) == (values[i] > before) ? values[i]
                                                                    : before;
    }
    if (++m->arrived == world.size) {
        memcpy(m->result, m->values, sizeof m->result);
        m->arrived = 0;
        m->round++;
    }
    while (m->round == round) {
        give_turn(comm->rank);
    }
    memcpy(values, m->result, n * sizeof *values);
    return HR_OK;
}

hr_status hr_comm_sum(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error) {
    return (void)error, reduce(comm, values, n, SUM);
}

hr_status hr_comm_max(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error) {
    return (void)error, reduce(comm, values, n, MAX);
}

hr_status hr_comm_min(const hr_comm *comm, uint64_t *values, size_t n, hr_error *error) {
    return (void)error, reduce(comm, values, n, MIN);
}

hr_status hr_comm_agree(const hr_comm *comm, hr_status status, hr_error *error) {
    uint64_t worst = (uint64_t)status;
    (void)reduce(comm, &worst, 1, MAX);
    return (hr_status)worst;
}

void *hr_comm_allocate(const hr_comm *comm, size_t bytes, const char *what, hr_error *error) {
    (void)hr_comm_agree(comm, HR_OK, error);
    return calloc(1, bytes);
}

hr_status hr_mailbox_create(const hr_comm *comm, size_t message_max, hr_mailbox **mailbox, hr_error *error) {
    *mailbox = calloc(1, sizeof **mailbox);
    (*mailbox)->rank = comm->rank;
    return HR_OK;
}

hr_status hr_mailbox_destroy(hr_mailbox **mailbox, hr_error *error) {
    free(*mailbox);
    *mailbox = NULL;
    return HR_OK;
}

hr_status hr_mailbox_send(hr_mailbox *mailbox, int to, const void *bytes, size_t size, hr_error *error) {
    lane *l = &world.lanes[to][mailbox->rank];
    if (l->count == QUEUE) {
        return hr_error_set(error, HR_INTERNAL, "too many messages");
    }
    message *m = &l->queue[(l->first + l->count++) % QUEUE];
    hr_idastar_message_header header;
    memcpy(&header, bytes, sizeof header);
    const bool question = header.kind == HR_IDASTAR_REQUEST;
    *m = (message){.bytes = malloc(size), .size = size, .arrival = question ? world.step + draw(1000) : draw_arrival()};
    m->question = question && draw(2) == 0;
    memcpy(m->bytes, bytes, size);
    return HR_OK;
}

hr_status hr_mailbox_poll(hr_mailbox *mailbox, bool *received, int *from, void *bytes, size_t *size, hr_error *error) {
    give_turn(mailbox->rank);
    *received = false;
    const int start = (int)draw((uint64_t)world.size);
    for (int i = 0; i < world.size && !*received; i++) {
        *from = (start + i) % world.size;
        lane *l = &world.lanes[mailbox->rank][*from];
        const message *m = &l->queue[l->first];
        if (l->count > 0 && (m->arrival <= world.step || (m->question && !world.idle[mailbox->rank]))) {
            hr_idastar_message_header header;
            memcpy(&header, m->bytes, sizeof header);
            if (header.kind == HR_IDASTAR_WORK && header.count > 0) {
                world.gifts++;
                world.handed_on |= world.untouched[mailbox->rank];
                world.untouched[mailbox->rank] = true;
                world.idle[mailbox->rank] = false;
            }
            memcpy(bytes, m->bytes, m->size);
            *size = m->size;
            free(m->bytes);
            l->first = (l->first + 1) % QUEUE;
            l->count--;
            *received = true;
        }
    }
    return HR_OK;
}

hr_status hr_mailbox_wave_start(hr_mailbox *mailbox, const uint64_t *values, size_t n, hr_error *error) {
    const unsigned wave = mailbox->waves % 2; // nobody starts a wave before all have learnt of the one two before
    if (world.joined[wave] == (unsigned)world.size) {
        world.joined[wave] = 0;
        memset(world.sums[wave], 0, sizeof world.sums[wave]);
    }
    for (size_t i = 0; i < n; i++) {
        world.sums[wave][i] += values[i];
    }
    world.joined[wave]++;
    world.wave[mailbox->rank] = (int)wave;
    mailbox->waves++;
    mailbox->wave_arrival = 0;
    return HR_OK;
}

hr_status hr_mailbox_wave_test(hr_mailbox *mailbox, bool *done, uint64_t *sums, hr_error *error) {
    world.idle[mailbox->rank] = true;
    give_turn(mailbox->rank);
    const unsigned wave = (mailbox->waves - 1) % 2;
    if (mailbox->wave_arrival == 0 && world.joined[wave] == (unsigned)world.size) {
        mailbox->wave_arrival = draw_arrival();
    }
    *done = mailbox->wave_arrival > 0 && mailbox->wave_arrival <= world.step;
    if (*done) {
        memcpy(sums, world.sums[wave], sizeof world.sums[wave]);
    }
    return HR_OK;
}

void hr_mailbox_pause(unsigned microseconds) { give_turn(world.running); }

uint64_t hr_scheduled_draw(uint64_t below) { return draw(below); }
void hr_scheduled_step(void) { give_turn(world.running); }
int hr_scheduled_rank(void) { return world.running; }
void hr_scheduled_begin_work(void) { world.untouched[world.running] = false; }
uint64_t hr_scheduled_gifts(void) { return world.gifts; }

bool hr_scheduled_handed_on(void) { return world.handed_on; }

bool hr_scheduled_wave(bool *over) {
    const int wave = world.wave[world.running];
    *over = wave >= 0 && world.joined[wave] == (unsigned)world.size;
    return wave >= 0;
}

/// What the rank whose turn it is has to do.
static void run_rank(void) {
    const hr_comm comm = {.rank = world.running};
    place *at = &world.ranks[comm.rank];
    arrive(at);
    world.main(&comm, world.context);
    world.over[comm.rank] = true;
    place *next = &world.outside;
    for (int r = world.size - 1; r >= 0; r--) {
        if (!world.over[r]) {
            world.running = r;
            next = &world.ranks[r];
        }
    }
    change(at, next, true);
}

static void clear_lanes(void) {
    for (int to = 0; to < RANKS_MAX; to++) {
        for (int from = 0; from < RANKS_MAX; from++) {
            lane *l = &world.lanes[to][from];
            for (; l->count > 0; l->count--) {
                free(l->queue[l->first].bytes);
                l->first = (l->first + 1) % QUEUE;
            }
        }
    }
}

static void begin(int ranks, uint64_t seed) {
    clear_lanes();
    world.size = ranks;
    world.running = 0;
    world.random = seed;
    world.step = 1;
    world.gifts = 0;
    world.handed_on = false;
    memset(world.over, 0, sizeof world.over);
    memset(world.meetings, 0, sizeof world.meetings);
    memset(world.joined, 0, sizeof world.joined);
    memset(world.sums, 0, sizeof world.sums);
    memset(world.idle, 0, sizeof world.idle);
    memset(world.untouched, 0, sizeof world.untouched);
    memset(world.wave, -1, sizeof world.wave);
    for (int r = 0; r < ranks; r++) {
        place *at = &world.ranks[r];
        *at = (place){.stack = stacks[r], .bytes = STACK_BYTES};
        (void)getcontext(&at->context);
        at->context.uc_stack.ss_sp = stacks[r];
        at->context.uc_stack.ss_size = STACK_BYTES;
        makecontext(&at->context, run_rank, 0);
    }
}

void hr_scheduled_run(int ranks, uint64_t seed, void (*main)(const hr_comm *world, void *context), void *context) {
    begin(ranks, seed);
    world.main = main;
    world.context = context;
    change(&world.outside, &world.ranks[0], false);
    clear_lanes();
}
