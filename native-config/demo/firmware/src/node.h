#ifndef NODE_H
#define NODE_H

#include <stdbool.h>
#include <stdint.h>

#include "ring.h"
#include "sensor.h"
#include "window.h"

#define NODE_TYPE_TEMPERATURE 1u
#define NODE_QUEUE_SIZE 80u

typedef void (*node_send)(void *link, uint8_t byte);

/* The sensor node: samples a temperature and reports the mean of each full window in one frame. */
struct node {
    struct sensor_registers *sensor;
    struct window window;
    struct ring queue;
    uint8_t queue_bytes[NODE_QUEUE_SIZE];
    uint8_t sequence;
    uint16_t sensor_errors;
    uint16_t lost_reports;
};

void node_init(struct node *node, struct sensor_registers *sensor);

/* Scheduler task: one sample; queues a report when the window is full. */
void node_sample(void *node);

/* Sends everything queued. */
void node_drain(struct node *node, node_send send, void *link);

#endif
