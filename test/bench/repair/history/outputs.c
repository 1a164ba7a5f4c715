/*
 * Runs each program of programs.h in the folder of the tests, and prints TAP: a case passes where the program exits and prints
 * exactly what is expected of it. Names of cases as arguments: those alone.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SECONDS = 10 };

static const struct {
    const char *name, *program, *expected;
} programs[] = {
#include "programs.h"
};

static int same(FILE *a, FILE *b) {
    int one, other;
    rewind(a);
    do {
        one = getc(a);
        other = getc(b);
        if (one != other) return 0;
    } while (one != EOF);
    return 1;
}

static int passes(const char *program, const char *expected) {
    FILE *got = tmpfile(), *wanted = fopen(expected, "r");
    if (got == NULL || wanted == NULL) return 0;
    pid_t child = fork();
    if (child == 0) {
        dup2(fileno(got), STDOUT_FILENO);
        alarm(SECONDS);
        execl(program, program, (char *)NULL);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    int passed = WIFEXITED(status) && WEXITSTATUS(status) == 0 && same(got, wanted);
    fclose(got);
    fclose(wanted);
    return passed;
}

static int chosen(const char *name, int count, char **names) {
    for (int i = 1; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return count < 2;
}

int main(int count, char **names) {
    int number = 0;
    if (chdir("tests") != 0) return 2;
    for (size_t i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        if (!chosen(programs[i].name, count, names)) continue;
        int passed = passes(programs[i].program, programs[i].expected);
        printf("%sok %d - %s\n", passed ? "" : "not ", ++number, programs[i].name);
        fflush(stdout);
    }
    printf("1..%d\n", number);
    return 0;
}
