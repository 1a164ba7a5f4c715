#ifndef RING_H
#define RING_H

#include <stdbool.h>
#include <stdint.h>

/* First-in first-out byte queue over storage that the caller owns. One writer, one reader. */
struct ring {
    uint8_t *bytes;
    uint16_t size;
    uint16_t head; /* where the next byte is written */
    uint16_t tail; /* where the next byte is read */
    uint16_t used;
};

void ring_init(struct ring *ring, uint8_t *bytes, uint16_t size);

/* False, and nothing written, when the queue is full. */
bool ring_put(struct ring *ring, uint8_t byte);

/* False, and *byte untouched, when the queue is empty. */
bool ring_get(struct ring *ring, uint8_t *byte);

uint16_t ring_used(const struct ring *ring);
uint16_t ring_free(const struct ring *ring);

#endif
