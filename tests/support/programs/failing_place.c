// SPDX-License-Identifier: MIT
// The program, in which one rank runs out of memory or cannot send at a place that the environment names:
//
//     HR_FAIL_PLACE=hr_collect_begin HR_FAIL_CALL=2 HR_FAIL_RANK=1
//
// From the second call of hr_collect_begin on rank 1 on, every allocation within such a call fails, and so does every MPI_Isend.
// With HR_FAIL_ONCE=1 this happens in that one call only. HR_FAIL_WHAT=memory or HR_FAIL_WHAT=send leaves the other kind alone. The
// linker puts the functions named __wrap_X below before X (--wrap).
//
// With HR_NO_MEMFD=1 no rank has anonymous files, as if the ranks were in different containers: shared memory is a window of MPI.

#include <errno.h>
#include <mpi.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/commands/survey_lines.h"
#include "cli/frame.h"
#include "comm/bulk.h"
#include "comm/collect.h"
#include "comm/exchange/exchange.h"
#include "comm/mailbox.h"
#include "openings/components/components.h"
#include "openings/search.h"
#include "openings/watch.h"
#include "run/checkpoint/checkpoint.h"
#include "solve/idastar/packets.h"
#include "solve/records.h"

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): the linker wants these names

static _Thread_local int depth; // of the calls of the chosen place
static atomic_long calls;

static const char *setting(const char *name) {
    const char *text = getenv(name);
    return text != NULL ? text : "";
}

static long number(const char *name) { return strtol(setting(name), NULL, 10); }

static void enter(const char *place) {
    if (strcmp(place, setting("HR_FAIL_PLACE")) == 0 && number("OMPI_COMM_WORLD_RANK") == number("HR_FAIL_RANK")) {
        depth++;
        (void)atomic_fetch_add(&calls, 1);
    }
}

static void leave(const char *place) { depth -= depth > 0 && strcmp(place, setting("HR_FAIL_PLACE")) == 0; }

static bool fails(const char *what) {
    const long first = number("HR_FAIL_CALL");
    const long call = atomic_load(&calls);
    return depth > 0 && (call == first || (call > first && number("HR_FAIL_ONCE") == 0)) &&
           (*setting("HR_FAIL_WHAT") == '\0' || strcmp(setting("HR_FAIL_WHAT"), what) == 0);
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) { return fails("memory") ? NULL : __real_malloc(size); }

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) { return fails("memory") ? NULL : __real_calloc(n, size); }

void *__real_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_realloc(void *old, size_t size) { return fails("memory") ? NULL : __real_realloc(old, size); }

// Stands before Open MPI's, which stays there as PMPI_Isend.
// NOLINTNEXTLINE(readability-function-size): MPI's parameters
int MPI_Isend(const void *bytes, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request) {
    return fails("send") ? MPI_ERR_OTHER : PMPI_Isend(bytes, count, type, to, tag, comm, request);
}

// Stands before libc's.
int memfd_create(const char *name, unsigned flags);
int memfd_create(const char *name, unsigned flags) {
    if (number("HR_NO_MEMFD") != 0) {
        errno = ENOSYS;
        return -1;
    }
    return (int)syscall(SYS_memfd_create, name, flags);
}

// Stands before libc's. One rank fails, so that the program need not wait long for the message of another one.
unsigned sleep(unsigned seconds) {
    (void)usleep(100000 * seconds);
    return 0;
}

/// A place: a function that other files call.
#define PLACE(type, name, parameters, arguments)                                                                                   \
    type __real_##name parameters;                                                                                                 \
    type __wrap_##name parameters;                                                                                                 \
    type __wrap_##name parameters {                                                                                                \
        enter(#name);                                                                                                              \
        const type status = __real_##name arguments;                                                                               \
        leave(#name);                                                                                                              \
        return status;                                                                                                             \
    }

PLACE(hr_status, hr_collect_begin, (const hr_comm *comm, const uint64_t *values, size_t n, hr_collect **begun, hr_error *error),
      (comm, values, n, begun, error))
PLACE(hr_status, hr_collect_test, (hr_collect * collect, bool wait, bool *done, hr_error *error), (collect, wait, done, error))
PLACE(hr_status, hr_bulk_create, (const hr_comm *comm, hr_bulk **out, hr_error *error), (comm, out, error))
PLACE(hr_status, hr_bulk_receive, (hr_bulk * bulk, int wave, int from, uint64_t *words, size_t n, hr_error *error),
      (bulk, wave, from, words, n, error))
PLACE(hr_status, hr_bulk_send, (hr_bulk * bulk, int wave, int to, const uint64_t *words, size_t n, hr_error *error),
      (bulk, wave, to, words, n, error))
PLACE(hr_status, hr_mailbox_send, (hr_mailbox * mailbox, int to, const void *bytes, size_t size, hr_error *error),
      (mailbox, to, bytes, size, error))
PLACE(hr_status, hr_mailbox_create, (const hr_comm *comm, size_t message_max, hr_mailbox **mailbox, hr_error *error),
      (comm, message_max, mailbox, error))
PLACE(hr_status, hr_idastar_worker_create,
      (const hr_idastar_domain *domain, const void *root, hr_idastar_weight weight, bool complete, hr_idastar_worker *worker,
       hr_error *error),
      (domain, root, weight, complete, worker, error))
PLACE(hr_status, hr_idastar_worker_start,
      (hr_idastar_worker * worker, const uint8_t *path, size_t length, const uint8_t *siblings, size_t count, hr_error *error),
      (worker, path, length, siblings, count, error))
PLACE(hr_status, hr_idastar_packets_cut,
      (const hr_idastar_worker *worker, hr_idastar_span span, hr_idastar_deal deal, hr_idastar_packets *packets, hr_error *error),
      (worker, span, deal, packets, error))
PLACE(hr_status, hr_idastar_records_add,
      (hr_idastar_records * records, size_t position, const hr_idastar_result *result, hr_error *error),
      (records, position, result, error))
PLACE(hr_status, hr_idastar_records_save, (hr_idastar_records * records, bool goes_on, hr_error *error), (records, goes_on, error))
PLACE(hr_status, hr_checkpoint_put,
      (hr_checkpoint_writer * writer, hr_checkpoint_keys keys, const void *bytes, size_t size, hr_error *error),
      (writer, keys, bytes, size, error))
PLACE(hr_status, hr_family_search_open,
      (hr_family_search * search, const hr_family *family, hr_metric metric, uint32_t singles, hr_error *error),
      (search, family, metric, singles, error))
PLACE(hr_status, hr_exchange_create, (const hr_comm *comm, hr_records records, hr_exchange **exchange, hr_error *error),
      (comm, records, exchange, error))
PLACE(hr_status, hr_components_count, (hr_family_search * search, hr_components *components, hr_error *error),
      (search, components, error))
PLACE(hr_status, hr_survey_line_read, (const char *text, hr_metric metric, hr_survey_line *line, hr_error *error),
      (text, metric, line, error))
PLACE(hr_status, hr_enumeration_add, (hr_enumeration * enumeration, const hr_layer *layer, hr_error *error),
      (enumeration, layer, error))

void __real_hr_openings_report_event(hr_openings_run_state *run, const hr_openings_event *event);
void __wrap_hr_openings_report_event(hr_openings_run_state *run, const hr_openings_event *event);
void __wrap_hr_openings_report_event(hr_openings_run_state *run, const hr_openings_event *event) {
    enter("hr_openings_report_event");
    __real_hr_openings_report_event(run, event);
    leave("hr_openings_report_event");
}

// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp)

int main(int argc, char **argv) { return hr_frame_run(hr_commands, argc, (const char *const *)argv); }
