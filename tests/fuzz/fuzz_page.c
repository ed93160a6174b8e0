// SPDX-License-Identifier: MIT
// Any bytes as an input of `huarong report`. Whatever is read becomes a page, in which no text of the input is markup.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz_check.h"
#include "report/page/page.h"

enum { SIZE_MAX_BYTES = 1 << 14 };

/// The number of script elements of a page.
static int count_scripts(const char *page) {
    int count = 0;
    for (const char *at = strstr(page, "<script"); at != NULL; at = strstr(at + 1, "<script")) {
        count++;
    }
    return count;
}

static void write_page(hr_page *page) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    hr_fuzz_require(out != NULL, "memory");
    const hr_status status = hr_page_write(page, out, NULL);
    hr_fuzz_require(fclose(out) == 0, "memory for the page");
    hr_fuzz_require(status == HR_OK || status == HR_FILE || status == HR_INTERNAL, "a page is written or refused");
    hr_fuzz_require(status != HR_OK || count_scripts(text) == 2, "no text of an input is markup");
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char path[64];
    hr_page *page = NULL;
    hr_error error = {.text = ""};
    if (size > SIZE_MAX_BYTES) {
        return 0;
    }
    const int file = memfd_create("input", 0);
    hr_fuzz_require(file >= 0 && write(file, data, size) == (ssize_t)size, "a file in memory");
    (void)snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    hr_fuzz_require(hr_page_create(&page, &error) == HR_OK, "memory");
    const hr_status status = hr_page_add(page, path, &error);
    if (status == HR_OK) {
        write_page(page);
    } else {
        hr_fuzz_require(status == HR_FILE || status == HR_USAGE, "what is no input is refused");
        hr_fuzz_require(error.text[0] != '\0' && strchr(error.text, '\n') == NULL, "an error text is one line");
    }
    hr_page_destroy(&page);
    (void)close(file);
    return 0;
}
