/* Decides for a flood gate: reads a level and a limit in mm, and says what the gate has to do. */
#include <stdio.h>

static const char *gate(long level, long limit) {
    if (level >= limit) return "open";
    return "shut";
}

int main(void) {
    long level, limit;
    if (scanf("%ld %ld", &level, &limit) != 2) return 1;
    printf("%s\n", gate(level, limit));
    return 0;
}
