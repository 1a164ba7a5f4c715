/* Prints results as TAP version 13. Case names as arguments: runs only these. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "check.h"

static bool is_selected(const struct test_case *test, int count, char **names)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(test->name, names[i]) == 0) {
            return true;
        }
    }
    return count == 0;
}

static void print_failure(const struct test_failure *failure)
{
    printf("  ---\n");
    if (failure->is_number) {
        printf("  message: Expected %" PRId32 " Was %" PRId32 "\n", failure->expected, failure->actual);
    } else {
        printf("  message: 'Expected TRUE Was FALSE: %s'\n", failure->text);
    }
    printf("  at:\n    file: %s\n    line: %d\n  ...\n", failure->file, failure->line);
}

int main(int argc, char **argv)
{
    int number = 0;
    int failures = 0;

    setvbuf(stdout, NULL, _IOLBF, 0);
    printf("TAP version 13\n");
    for (size_t i = 0; i < test_case_count; i++) {
        if (!is_selected(test_cases[i], argc - 1, argv + 1)) {
            continue;
        }
        const struct test_failure *failure = test_run(test_cases[i]);

        number++;
        printf("%s %d - %s\n", failure->failed ? "not ok" : "ok", number, test_cases[i]->name);
        if (failure->failed) {
            print_failure(failure);
            failures++;
        }
    }
    printf("1..%d\n", number);
    return failures == 0 ? 0 : 1;
}
