/* A freestanding GCC still calls these four (GCC manual, "Language Standards Supported by GCC"). */
#include <stddef.h>
#include <stdint.h>

void *memset(void *to, int value, size_t length);
void *memcpy(void *restrict to, const void *restrict from, size_t length);
void *memmove(void *to, const void *from, size_t length);
int memcmp(const void *a, const void *b, size_t length);

void *memset(void *to, int value, size_t length)
{
    uint8_t *out = to;

    for (size_t i = 0; i < length; i++) {
        out[i] = (uint8_t)value;
    }
    return to;
}

void *memcpy(void *restrict to, const void *restrict from, size_t length)
{
    uint8_t *out = to;
    const uint8_t *in = from;

    for (size_t i = 0; i < length; i++) {
        out[i] = in[i];
    }
    return to;
}

void *memmove(void *to, const void *from, size_t length)
{
    uint8_t *out = to;
    const uint8_t *in = from;

    if (out < in) {
        return memcpy(to, from, length);
    }
    for (size_t i = length; i > 0u; i--) {
        out[i - 1u] = in[i - 1u];
    }
    return to;
}

int memcmp(const void *a, const void *b, size_t length)
{
    const uint8_t *left = a;
    const uint8_t *right = b;

    for (size_t i = 0; i < length; i++) {
        if (left[i] != right[i]) {
            return left[i] - right[i];
        }
    }
    return 0;
}
