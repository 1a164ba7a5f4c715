/*
 * Runs each test function that cases.h names in a process of its own, and prints TAP. tests.h includes the file that has them,
 * whose own main is renamed. Names of cases as arguments: those alone.
 */
#define main their_main
#include "tests.h"
#undef main
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS_OF_A_CASE = 5 };

static const char *const case_names[] = {
#define CASE(name, failed) #name,
#include "cases.h"
#undef CASE
};

static int case_failed(int number) {
    int at = 0;
#define CASE(name, failed) if (at++ == number) return (failed);
#include "cases.h"
#undef CASE
    return 1;
}

static int case_passes(int number) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS_OF_A_CASE);
        /* Not _exit: what counts executed lines writes them at exit. */
        exit(case_failed(number) ? 1 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static int case_chosen(const char *name, int count, char **names) {
    for (int i = 1; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return count < 2;
}

int main(int count, char **names) {
    int number = 0;
    for (int i = 0; i < (int)(sizeof case_names / sizeof case_names[0]); i++) {
        if (!case_chosen(case_names[i], count, names)) continue;
        int passed = case_passes(i);
        printf("\n%sok %d - %s\n", passed ? "" : "not ", ++number, case_names[i]);
        fflush(stdout);
    }
    printf("1..%d\n", number);
    return 0;
}
