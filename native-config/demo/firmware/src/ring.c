#include "ring.h"

static uint16_t step(const struct ring *ring, uint16_t index)
{
    uint16_t next = (uint16_t)(index + 1u);

    return next >= ring->size ? 0u : next;
}

void ring_init(struct ring *ring, uint8_t *bytes, uint16_t size)
{
    ring->bytes = bytes;
    ring->size = size;
    ring->head = 0u;
    ring->tail = 0u;
    ring->used = 0u;
}

bool ring_put(struct ring *ring, uint8_t byte)
{
    if (ring->used >= ring->size) {
        return false;
    }
    ring->bytes[ring->head] = byte;
    ring->head = step(ring, ring->head);
    ring->used++;
    return true;
}

bool ring_get(struct ring *ring, uint8_t *byte)
{
    if (ring->used == 0u) {
        return false;
    }
    *byte = ring->bytes[ring->tail];
    ring->tail = step(ring, ring->tail);
    ring->used--;
    return true;
}

uint16_t ring_used(const struct ring *ring)
{
    return ring->used;
}

uint16_t ring_free(const struct ring *ring)
{
    return (uint16_t)(ring->size - ring->used);
}
