#ifndef CHECK_H
#define CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * The whole test framework. TEST(name) { ... } defines a case, cases.h lists it. A case ends at its
 * first failed check. How results are printed is up to target/main.c (Unity) and host/main.c (TAP).
 */
struct test_case {
    const char *name;
    const char *file;
    int line;
    void (*run)(void);
};

struct test_failure {
    bool failed;
    bool is_number; /* otherwise only text is set */
    const char *file;
    int line;
    const char *text;
    int32_t expected;
    int32_t actual;
};

extern const struct test_case *const test_cases[];
extern const size_t test_case_count;

/* Runs one case and says how it ended. */
const struct test_failure *test_run(const struct test_case *test);

bool test_check_number(const char *file, int line, int32_t expected, int32_t actual);
bool test_check_true(const char *file, int line, const char *text, bool holds);

#define TEST(case_name)                                                                                    \
    static void case_name##_body(void);                                                                    \
    extern const struct test_case case_name;                                                               \
    const struct test_case case_name = {#case_name, __FILE__, __LINE__, case_name##_body};                 \
    static void case_name##_body(void)

#define CHECK_EQUAL(expected, actual)                                                                      \
    do {                                                                                                   \
        if (!test_check_number(__FILE__, __LINE__, (int32_t)(expected), (int32_t)(actual))) {              \
            return;                                                                                        \
        }                                                                                                  \
    } while (0)

#define CHECK_TRUE(condition)                                                                              \
    do {                                                                                                   \
        if (!test_check_true(__FILE__, __LINE__, #condition, (condition))) {                               \
            return;                                                                                        \
        }                                                                                                  \
    } while (0)

#endif
