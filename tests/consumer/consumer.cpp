// SPDX-License-Identifier: MIT
// A C++ program with libhuarong: consumer_cpp TABLE
// Prints the version, the number of named Klotski openings, and the table's hardest states with their distances.
#include <cstdio>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <vector>

#include <huarong/klotski.h>
#include <huarong/puzzle.h>
#include <huarong/status.h>
#include <huarong/table.h>
#include <huarong/types.h>
#include <huarong/version.h>

namespace {

struct close_table {
    void operator()(hr_table *table) const { hr_table_close(&table); }
};
using table_pointer = std::unique_ptr<hr_table, close_table>;

void require(hr_status status, const hr_error &error) {
    if (status != HR_OK) {
        throw std::runtime_error(error.text);
    }
}

table_pointer open_table(const char *path) {
    hr_error error{};
    hr_table *table = nullptr;
    require(hr_table_open(path, &table, &error), error);
    return table_pointer(table);
}

void print_hardest(const hr_table *table) {
    hr_error error{};
    const hr_table_info *info = hr_table_describe(table);
    std::vector<hr_depth> distances(info->hardest_count);
    require(hr_table_distance(table, info->hardest, info->hardest_count, distances.data(), &error), error);
    for (std::size_t i = 0; i < info->hardest_count; i++) {
        char text[HR_STATE_TEXT_MAX];
        hr_puzzle_format(hr_table_puzzle(table), &info->hardest[i], text);
        std::printf("%u  %s\n", static_cast<unsigned>(distances[i]), text);
    }
}

} // namespace

int main(int argc, char **argv) {
    std::size_t openings = 0;
    (void)hr_klotski_openings(&openings);
    std::printf("huarong %s, %s headers, %d openings\n", hr_version(),
                std::strcmp(hr_version(), HR_VERSION) == 0 ? "matching" : "other", static_cast<int>(openings));
    try {
        print_hardest(open_table(argc > 1 ? argv[1] : "").get());
    } catch (const std::exception &error) {
        std::fprintf(stderr, "consumer_cpp: %s\n", error.what());
        return HR_FILE;
    }
    return HR_OK;
}
