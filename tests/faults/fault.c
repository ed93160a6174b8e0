// SPDX-License-Identifier: MIT
#include "fault.h"

#include <dlfcn.h>
#include <execinfo.h>
#include <fcntl.h>
#include <limits.h>
#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FAULT_NAME(name) #name,
static const char *const KINDS[FAULT_KIND_COUNT] = {FAULT_KINDS(FAULT_NAME)};
#undef FAULT_NAME

typedef enum fault_action { FAIL, FAIL_ON, SHORT, TEAR, KILL, KILL_ALL, ACTION_COUNT } fault_action;
static const char *const ACTIONS[ACTION_COUNT] = {"fail", "fail-on", "short", "tear", "kill", "kill-all"};

enum { OURS_MAX = 2 };

static struct {
    bool armed;
    bool remember; ///< HR_FAULT_STACKS
    int kind;
    int action;
    int rank;
    int ranks;
    uint64_t at;
    char report[PATH_MAX];
    char directory[PATH_MAX];
    int ours_count;
    struct {
        uintptr_t begin;
        uintptr_t end;
    } ours[OURS_MAX];
    atomic_uint_fast64_t calls[FAULT_KIND_COUNT];
} state;

void fault_find_next(void *pointer, const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    memcpy(pointer, &found, sizeof found);
}

/// Report file of a rank. All files here are opened past the library's own functions.
static int open_report(int rank, int flags) {
    char path[PATH_MAX + 16];
    (void)snprintf(path, sizeof path, "%s.%d", state.report, rank);
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags | O_CLOEXEC, 0644);
}

static void report(const char *line) {
    const int file = open_report(state.rank, O_WRONLY | O_CREAT | O_APPEND);
    if (file >= 0) {
        (void)syscall(SYS_write, file, line, strlen(line));
        (void)syscall(SYS_close, file);
    }
}

static void report_calls(void) {
    char line[512] = "calls";
    size_t length = strlen(line);
    for (int k = 0; k < FAULT_KIND_COUNT; k++) {
        length += (size_t)snprintf(line + length, sizeof line - length, " %s %llu", KINDS[k],
                                   (unsigned long long)atomic_load(&state.calls[k]));
    }
    (void)snprintf(line + length, sizeof line - length, "\n");
    report(line);
}

/// The process of another rank, from its report; 0 if it has none yet.
static pid_t process_of(int rank) {
    char line[32] = "";
    const int file = open_report(rank, O_RDONLY);
    if (file < 0) {
        return 0;
    }
    (void)syscall(SYS_read, file, line, sizeof line - 1);
    (void)syscall(SYS_close, file);
    return strncmp(line, "pid ", 4) == 0 ? (pid_t)strtol(line + 4, NULL, 10) : 0;
}

_Noreturn void fault_kill(void) {
    for (int r = 0; state.action == KILL_ALL && r < state.ranks; r++) {
        const pid_t process = r != state.rank ? process_of(r) : 0;
        if (process > 0) {
            (void)kill(process, SIGKILL);
        }
    }
    for (;;) {
        (void)kill(getpid(), SIGKILL);
    }
}

/// Add who called to the report, one line for each caller.
static void report_callers(void) {
    void *callers[32];
    const int count = backtrace(callers, 32);
    const int file = open_report(state.rank, O_WRONLY | O_CREAT | O_APPEND);
    if (file >= 0) {
        backtrace_symbols_fd(callers, count, file);
        (void)syscall(SYS_close, file);
    }
}

fault_verdict fault_meet(fault_kind kind) {
    const uint64_t call = atomic_fetch_add(&state.calls[kind], 1) + 1;
    if (state.remember) {
        fault_remember(kind, call);
    }
    if (!state.armed || state.kind != (int)kind || (state.action == FAIL_ON ? call < state.at : call != state.at)) {
        return FAULT_PASS;
    }
    if (call == state.at) {
        report("fired\n");
        if (getenv("HR_FAULT_CALLERS") != NULL) {
            report_callers();
        }
    }
    if (state.action == KILL || state.action == KILL_ALL) {
        fault_kill();
    }
    return state.action == SHORT ? FAULT_HALF : state.action == TEAR ? FAULT_TEAR : FAULT_FAIL;
}

bool fault_fails(fault_kind kind) {
    const fault_verdict verdict = fault_meet(kind);
    if (verdict == FAULT_TEAR) {
        fault_kill();
    }
    return verdict == FAULT_FAIL;
}

uint64_t fault_place(const void *caller) {
    for (int i = 0; i < state.ours_count; i++) {
        if ((uintptr_t)caller >= state.ours[i].begin && (uintptr_t)caller < state.ours[i].end) {
            return ((uint64_t)(i + 1) << 48) + (uintptr_t)caller - state.ours[i].begin;
        }
    }
    return 0;
}

bool fault_is_ours(const void *caller) { return fault_place(caller) != 0; }

bool fault_concerns_path(const char *path) {
    const size_t length = strlen(state.directory);
    return length > 0 && strncmp(path, state.directory, length) == 0;
}

bool fault_concerns_file(int descriptor) {
    char name[64];
    char path[PATH_MAX];
    (void)snprintf(name, sizeof name, "/proc/self/fd/%d", descriptor);
    const ssize_t length = syscall(SYS_readlink, name, path, sizeof path - 1);
    if (length < 0) {
        return false;
    }
    path[length] = '\0';
    return fault_concerns_path(path);
}

/// The program comes first, and without a name.
static int take_object(struct dl_phdr_info *object, size_t size, void *context) {
    (void)size;
    (void)context;
    const bool ours = state.ours_count == 0 || strstr(object->dlpi_name, "/libjansson.") != NULL;
    for (int i = 0; ours && i < object->dlpi_phnum && state.ours_count < OURS_MAX; i++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_X) != 0) {
            state.ours[state.ours_count].begin = (uintptr_t)object->dlpi_addr + segment->p_vaddr;
            state.ours[state.ours_count].end = state.ours[state.ours_count].begin + segment->p_memsz;
            state.ours_count++;
        }
    }
    return 0;
}

static int find(const char *const *names, int count, const char *name) {
    int i = 0;
    while (i < count && strcmp(names[i], name) != 0) {
        i++;
    }
    return i;
}

/// KIND:RANK:N:ACTION. A plan that cannot be read ends the process: a fault that never comes would pass for one that was survived.
static void read_plan(const char *text) {
    char kind[16] = "";
    char action[16] = "";
    int rank = 0;
    unsigned long long at = 0;
    if (sscanf(text, "%15[a-z]:%d:%llu:%15[a-z-]", kind, &rank, &at, action) != 4) { // NOLINT(cert-err34-c): all four are checked
        kind[0] = '\0';
    }
    state.kind = find(KINDS, FAULT_KIND_COUNT, kind);
    state.action = find(ACTIONS, ACTION_COUNT, action);
    if (state.kind == FAULT_KIND_COUNT || state.action == ACTION_COUNT || at == 0) {
        fprintf(stderr, "fault: '%s' is no fault: KIND:RANK:N:ACTION\n", text);
        _exit(99);
    }
    state.at = at;
    state.armed = rank == state.rank;
}

static void copy_variable(const char *name, char value[PATH_MAX]) {
    const char *text = getenv(name);
    (void)snprintf(value, PATH_MAX, "%s", text != NULL ? text : "");
}

static int number_variable(const char *name, int otherwise) {
    const char *text = getenv(name);
    return text != NULL ? (int)strtol(text, NULL, 10) : otherwise;
}

__attribute__((constructor)) static void begin(void) {
    state.rank = number_variable("OMPI_COMM_WORLD_RANK", 0);
    state.ranks = number_variable("OMPI_COMM_WORLD_SIZE", 1);
    copy_variable("HR_FAULT_REPORT", state.report);
    copy_variable("HR_FAULT_DIRECTORY", state.directory);
    (void)unsetenv("LD_PRELOAD"); // Open MPI's daemons are programs of their own
    char line[32];
    (void)snprintf(line, sizeof line, "pid %d\n", (int)getpid());
    report(line);
    const char *plan = getenv("HR_FAULT");
    if (plan != NULL) {
        read_plan(plan);
    }
    (void)dl_iterate_phdr(take_object, NULL);
    void *warm[1];
    (void)backtrace(warm, 1); // its first call loads a library
    state.remember = getenv("HR_FAULT_STACKS") != NULL;
}

static void report_stack(fault_kind kind, uint64_t hash, const uint64_t calls[3]) {
    char line[128];
    (void)snprintf(line, sizeof line, "stack %s %016llx %llu %llu %llu\n", KINDS[kind], (unsigned long long)hash,
                   (unsigned long long)calls[0], (unsigned long long)calls[1], (unsigned long long)calls[2]);
    report(line);
}

__attribute__((destructor)) static void end(void) {
    state.remember = false;
    report_calls();
    fault_tell_stacks(report_stack);
}
