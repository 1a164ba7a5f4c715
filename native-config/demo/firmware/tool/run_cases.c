/* Runs build/gate on tool/cases/NAME.in for each name given, all without one, and compares what it prints with NAME.out. Prints TAP. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const NAMES[] = {"gate_opens_at_the_limit", "gate_stays_shut_below", "gate_stays_shut_when_empty"};
enum { COUNT = sizeof NAMES / sizeof *NAMES };

static int passes(const char *name) {
    char command[200], path[200], got[64] = "", wanted[64] = "";
    snprintf(command, sizeof command, "build/gate < tool/cases/%s.in", name);
    snprintf(path, sizeof path, "tool/cases/%s.out", name);
    FILE *program = popen(command, "r");
    FILE *expected = fopen(path, "r");
    if (program == NULL || expected == NULL) return 0;
    if (fgets(got, sizeof got, program) == NULL) got[0] = '\0';
    if (fgets(wanted, sizeof wanted, expected) == NULL) wanted[0] = '\0';
    fclose(expected);
    return pclose(program) == 0 && strcmp(got, wanted) == 0;
}

static int chosen(const char *name, int count, char **names) {
    for (int i = 1; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return count < 2;
}

int main(int count, char **names) {
    int number = 0, failed = 0;
    for (int i = 0; i < COUNT; i++) {
        if (!chosen(NAMES[i], count, names)) continue;
        int passed = passes(NAMES[i]);
        number++;
        failed += !passed;
        printf("%sok %d - %s\n", passed ? "" : "not ", number, NAMES[i]);
        fflush(stdout);
    }
    printf("1..%d\n", number);
    return failed > 0;
}
