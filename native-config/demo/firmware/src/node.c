#include "node.h"

#include "frame.h"

void node_init(struct node *node, struct sensor_registers *sensor)
{
    node->sensor = sensor;
    window_clear(&node->window);
    ring_init(&node->queue, node->queue_bytes, NODE_QUEUE_SIZE);
    node->sequence = 0u;
    node->sensor_errors = 0u;
    node->lost_reports = 0u;
}

/* Payload: the mean in millidegrees, 32 bits, most significant byte first. */
static void fill_report(struct node *node, struct frame *frame)
{
    uint32_t mean = (uint32_t)window_mean(&node->window);

    frame->type = NODE_TYPE_TEMPERATURE;
    frame->sequence = node->sequence;
    frame->length = 4u;
    for (uint8_t i = 0; i < 4u; i++) {
        frame->payload[i] = (uint8_t)(mean >> (24u - 8u * i));
    }
    node->sequence = (uint8_t)((node->sequence + 1u) & 0x0Fu);
}

static void report(struct node *node)
{
    struct frame frame;
    uint8_t wire[FRAME_WIRE_MAX];
    size_t length;

    fill_report(node, &frame);
    length = frame_encode(&frame, wire, sizeof wire);
    if (length == 0u || length > ring_free(&node->queue)) {
        node->lost_reports++;
        return;
    }
    for (size_t i = 0; i < length; i++) {
        (void)ring_put(&node->queue, wire[i]);
    }
}

void node_sample(void *context)
{
    struct node *node = context;
    int32_t millidegrees;

    if (sensor_read(node->sensor, &millidegrees) != SENSOR_OK) {
        node->sensor_errors++;
        return;
    }
    window_add(&node->window, millidegrees);
    if (window_full(&node->window)) {
        report(node);
        window_clear(&node->window);
    }
}

void node_drain(struct node *node, node_send send, void *link)
{
    uint8_t byte;

    while (ring_get(&node->queue, &byte)) {
        send(link, byte);
    }
}
