#include "check.h"
#include "frame.h"
#include "node.h"

struct receiver {
    struct frame_decoder decoder;
    struct frame frame;
    uint8_t frames;
};

static struct sensor_registers registers;
static struct node node;
static struct receiver receiver;

static void receive(void *link, uint8_t byte)
{
    struct receiver *to = link;

    if (frame_decode(&to->decoder, byte, &to->frame) == FRAME_READY) {
        to->frames++;
    }
}

static void start(void)
{
    registers.STATUS = SENSOR_STATUS_READY;
    receiver.frames = 0u;
    frame_decoder_reset(&receiver.decoder);
    node_init(&node, &registers);
}

static void sample_window(uint32_t first)
{
    for (uint32_t i = 0; i < WINDOW_SIZE; i++) {
        registers.DATA = first + 2u * i;
        node_sample(&node);
    }
}

TEST(node_reports_a_full_window)
{
    start();
    sample_window(400u);
    node_drain(&node, receive, &receiver);
    CHECK_EQUAL(1, receiver.frames);
    CHECK_EQUAL(NODE_TYPE_TEMPERATURE, receiver.frame.type);
    CHECK_EQUAL(4, receiver.frame.length);
    /* 407 steps of 62.5: 25437 = 0x0000635D */
    CHECK_EQUAL(0x63, receiver.frame.payload[2]);
    CHECK_EQUAL(0x5D, receiver.frame.payload[3]);
}

TEST(node_is_silent_before_the_window_is_full)
{
    start();
    registers.DATA = 400u;
    node_sample(&node);
    node_drain(&node, receive, &receiver);
    CHECK_EQUAL(0, receiver.frames);
}

TEST(node_numbers_its_reports)
{
    start();
    for (uint8_t i = 0; i < 18u; i++) {
        sample_window(400u);
        node_drain(&node, receive, &receiver);
    }
    CHECK_EQUAL(18, receiver.frames);
    CHECK_EQUAL(1, receiver.frame.sequence);
}

TEST(node_counts_sensor_errors)
{
    start();
    registers.STATUS = SENSOR_STATUS_READY | SENSOR_STATUS_ERROR;
    node_sample(&node);
    CHECK_EQUAL(1, node.sensor_errors);
    CHECK_EQUAL(0, node.window.count);
}

TEST(node_counts_reports_that_did_not_fit)
{
    start();
    for (uint8_t i = 0; i < 12u; i++) {
        sample_window(400u);
    }
    CHECK_TRUE(node.lost_reports > 0u);
    node_drain(&node, receive, &receiver);
    CHECK_EQUAL(12, receiver.frames + node.lost_reports);
}
