/* Prints results as ThrowTheSwitch Unity does: file:line:name:PASS, file:line:name:FAIL: message. */
#include "check.h"
#include "console.h"

int main(void);

static void place(const char *file, int line, const char *name)
{
    console_text(file);
    console_text(":");
    console_number(line);
    console_text(":");
    console_text(name);
}

static void print_result(const struct test_case *test, const struct test_failure *failure)
{
    if (!failure->failed) {
        place(test->file, test->line, test->name);
        console_text(":PASS\r\n");
        return;
    }
    place(failure->file, failure->line, test->name);
    if (failure->is_number) {
        console_text(":FAIL: Expected ");
        console_number(failure->expected);
        console_text(" Was ");
        console_number(failure->actual);
    } else {
        console_text(":FAIL: Expected TRUE Was FALSE: ");
        console_text(failure->text);
    }
    console_text("\r\n");
}

static void print_summary(int32_t failures)
{
    console_text("\r\n-----------------------\r\n");
    console_number((int32_t)test_case_count);
    console_text(" Tests ");
    console_number(failures);
    console_text(" Failures 0 Ignored\r\n");
    console_text(failures == 0 ? "OK\r\n" : "FAIL\r\n");
}

int main(void)
{
    int32_t failures = 0;

    for (size_t i = 0; i < test_case_count; i++) {
        const struct test_failure *failure = test_run(test_cases[i]);

        print_result(test_cases[i], failure);
        failures += failure->failed ? 1 : 0;
    }
    print_summary(failures);
    return failures == 0 ? 0 : 1;
}
