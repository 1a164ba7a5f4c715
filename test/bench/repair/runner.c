/*
 * Runs ./program on each input of given/ that given/list names, or on those named as arguments, and prints TAP. A case
 * passes where the output is the expected one, blanks at the ends of lines and empty lines aside. After --most-hung=N
 * (first) of them ran into their time limit, those left are not run.
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Of processor time, and of the clock: a computer that has much else to do lets a program wait. */
enum { SECONDS = 1, CLOCK_SECONDS = 10, MOST_OUTPUT = 1 << 20, LINE = 1 << 16 };

static int hung = 0;

static void limit(int what, rlim_t most) {
    struct rlimit both = {most, most};
    setrlimit(what, &both);
}

static int run(const char *input, FILE *output) {
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) {
        if (freopen(input, "r", stdin) == NULL) _exit(127);
        dup2(fileno(output), STDOUT_FILENO);
        if (freopen("/dev/null", "w", stderr) == NULL) _exit(127);
        limit(RLIMIT_CPU, SECONDS);
        limit(RLIMIT_FSIZE, MOST_OUTPUT);
        limit(RLIMIT_CORE, 0);
        alarm(CLOCK_SECONDS);
        execl("./program", "program", (char *)NULL);
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status) && strchr((char[]){SIGXCPU, SIGKILL, SIGALRM, 0}, WTERMSIG(status)) != NULL) hung++;
    return WIFEXITED(status);
}

/* The next line that is not blank, without blanks at its ends; NULL after the last. */
static char *line_of(FILE *from, char *into) {
    while (fgets(into, LINE, from) != NULL) {
        size_t length = strlen(into);
        while (length > 0 && strchr(" \t\r\n", into[length - 1]) != NULL) into[--length] = '\0';
        /* Some programs print %I64d, which glibc takes for a width of 64. */
        char *start = into + strspn(into, " \t");
        if (*start != '\0') return start;
    }
    return NULL;
}

static int same(FILE *got, FILE *wanted) {
    static char a[LINE], b[LINE];
    rewind(got);
    for (;;) {
        char *one = line_of(got, a), *other = line_of(wanted, b);
        if (one == NULL || other == NULL) return one == other;
        if (strcmp(one, other) != 0) return 0;
    }
}

static int passes(const char *name) {
    char input[300], expected[300];
    snprintf(input, sizeof input, "given/%s.in", name);
    snprintf(expected, sizeof expected, "given/%s.out", name);
    FILE *wanted = fopen(expected, "r"), *got = tmpfile();
    int passed = wanted != NULL && got != NULL && run(input, got) && same(got, wanted);
    if (wanted != NULL) fclose(wanted);
    if (got != NULL) fclose(got);
    return passed;
}

static int chosen(const char *name, int count, char **names) {
    for (int i = 1; i < count; i++)
        if (strcmp(names[i], name) == 0) return 1;
    return count < 2;
}

int main(int count, char **names) {
    char name[200];
    int number = 0, most_hung = -1;
    if (count > 1 && sscanf(names[1], "--most-hung=%d", &most_hung) == 1) {
        count--;
        names++;
    }
    FILE *list = fopen("given/list", "r");
    if (list == NULL) return 2;
    while (fscanf(list, "%199s", name) == 1) {
        if (!chosen(name, count, names)) continue;
        if (most_hung >= 0 && hung >= most_hung) break;
        number++;
        printf("%sok %d - %s\n", passes(name) ? "" : "not ", number, name);
        fflush(stdout);
    }
    printf("1..%d\n", number);
    return 0;
}
