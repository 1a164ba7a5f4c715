#include "check.h"

#define CASE(name) extern const struct test_case name;
#include "cases.h"
#undef CASE

#define CASE(name) &name,
const struct test_case *const test_cases[] = {
#include "cases.h"
};
#undef CASE

const size_t test_case_count = sizeof test_cases / sizeof test_cases[0];

static struct test_failure failure;

const struct test_failure *test_run(const struct test_case *test)
{
    failure.failed = false;
    test->run();
    return &failure;
}

bool test_check_number(const char *file, int line, int32_t expected, int32_t actual)
{
    if (expected == actual) {
        return true;
    }
    failure = (struct test_failure){
        .failed = true, .is_number = true, .file = file, .line = line, .expected = expected, .actual = actual};
    return false;
}

bool test_check_true(const char *file, int line, const char *text, bool holds)
{
    if (holds) {
        return true;
    }
    failure = (struct test_failure){.failed = true, .file = file, .line = line, .text = text};
    return false;
}
