// SPDX-License-Identifier: MIT
#include "cli/result.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/types.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/output/json/indent.h"
#include "comm/launch.h"
#include "core/files/complete.h"
#include "core/files/write.h"
#include "core/try.h"

/// The file of --output while it is being written.
typedef struct sink {
    hr_complete_file file;
    uint64_t size; ///< bytes written so far
    int reason;    ///< the errno value of the first write that failed; 0: none has failed
} sink;

/// Returns the path of the file for the result; NULL: standard output.
static const char *path_of(const hr_program *program) {
    return program->output != NULL && hr_output_is_file(program->output) ? program->output->path : NULL;
}

/// May the result replace a file?
static bool may_replace(const hr_program *program) { return program->output->force || program->rewrites; }

hr_status hr_result_probe(const hr_program *program, hr_error *error) {
    const char *path = path_of(program);
    return path == NULL || !hr_program_speaks(program) ? HR_OK : hr_complete_file_probe(path, may_replace(program), error);
}

/// Write bytes behind those that the file has (cookie_write_function_t). Returns 0 if this write or an earlier one has failed.
static ssize_t write_bytes(void *cookie, const char *bytes, size_t size) {
    sink *s = cookie;
    if (s->reason == 0) {
        s->reason = hr_write_at(s->file.descriptor, bytes, size, s->size);
    }
    errno = s->reason;
    s->size += size;
    return s->reason == 0 ? (ssize_t)size : 0;
}

/// Is the result JSON that is to be indented? It is so for people at a terminal. Under mpirun the output seems to be a terminal
/// even where mpirun's own output goes to a file.
static bool is_indented(const hr_program *program) {
    const hr_output_options *output = program->output;
    if (output == NULL || output->format != HR_FORMAT_JSON) {
        return false;
    }
    return output->pretty || (!hr_output_is_file(output) && !hr_launch_parallel() && isatty(STDOUT_FILENO) == 1);
}

/// Print the result to `out`, indented if it is to be.
static hr_status print_to(const hr_program *program, hr_result_printer print, void *context, FILE *out, hr_error *error) {
    if (!is_indented(program)) {
        return print(context, out, error);
    }
    FILE *indented = hr_json_indent_open(out);
    if (indented == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the result");
    }
    const hr_status status = print(context, indented, error);
    (void)fclose(indented); // an error of `indented` is one of `out`
    return status;
}

/// Print the result into the file, and wait until the disk has it.
static hr_status fill(const hr_program *program, sink *s, hr_result_printer print, void *context, hr_error *error) {
    FILE *out = fopencookie(s, "w", (cookie_io_functions_t){.write = write_bytes});
    if (out == NULL) {
        return hr_error_set(error, HR_INTERNAL, "out of memory for the result's file");
    }
    const hr_status status = print_to(program, print, context, out, error);
    const bool closed = fclose(out) == 0;
    if (s->reason == 0 && (!closed || fsync(s->file.descriptor) != 0)) {
        s->reason = errno;
    }
    HR_TRY(status);
    return s->reason == 0 ? HR_OK : hr_complete_file_failed(s->file.path, s->file.partial, s->reason, error);
}

void hr_result_pass_on(hr_program *program, FILE *out) {
    if ((fflush(out) != 0 || ferror(out) != 0) && program->unwritten == 0) {
        program->unwritten = errno;
        hr_interrupt_ask();
    }
}

hr_status hr_result_print(const hr_program *program, hr_result_printer print, void *context, hr_error *error) {
    const char *path = path_of(program);
    if (path == NULL || !hr_program_speaks(program)) {
        return hr_program_speaks(program) ? print_to(program, print, context, stdout, error) : HR_OK;
    }
    sink s = {.size = 0};
    HR_TRY(hr_complete_file_create(path, may_replace(program), &s.file, error));
    hr_status status = fill(program, &s, print, context, error);
    if (status == HR_OK) {
        status = hr_complete_file_name(&s.file, error);
    }
    hr_complete_file_remove(&s.file);
    return status;
}
