#include "check.h"
#include "frame.h"

static uint8_t wire[FRAME_WIRE_MAX];
static struct frame_decoder decoder;
static struct frame received;

static struct frame sample(uint8_t length, uint8_t first)
{
    struct frame frame = {.type = 3u, .sequence = 9u, .length = length, .payload = {0}};

    for (uint8_t i = 0; i < length && i < FRAME_PAYLOAD_MAX; i++) {
        frame.payload[i] = (uint8_t)(first + i);
    }
    return frame;
}

/* The last event that was not FRAME_NONE. */
static enum frame_event feed(const uint8_t *bytes, size_t length)
{
    enum frame_event last = FRAME_NONE;

    for (size_t i = 0; i < length; i++) {
        enum frame_event event = frame_decode(&decoder, bytes[i], &received);

        last = event == FRAME_NONE ? last : event;
    }
    return last;
}

TEST(frame_encodes_known_bytes)
{
    struct frame frame = sample(2u, 0x10u);

    CHECK_EQUAL(7, frame_encode(&frame, wire, sizeof wire));
    CHECK_EQUAL(0x7E, wire[0]);
    CHECK_EQUAL(0x39, wire[1]);
    CHECK_EQUAL(0x10, wire[2]);
    CHECK_EQUAL(0x11, wire[3]);
    CHECK_EQUAL(0x96, wire[4]);
    CHECK_EQUAL(0xCB, wire[5]);
    CHECK_EQUAL(0x7E, wire[6]);
}

TEST(frame_survives_the_round_trip)
{
    struct frame frame = sample(5u, 1u);
    size_t length = frame_encode(&frame, wire, sizeof wire);

    frame_decoder_reset(&decoder);
    CHECK_EQUAL(FRAME_READY, feed(wire, length));
    CHECK_EQUAL(3, received.type);
    CHECK_EQUAL(9, received.sequence);
    CHECK_EQUAL(5, received.length);
    CHECK_EQUAL(5, received.payload[4]);
}

TEST(frame_escapes_flag_and_escape)
{
    struct frame frame = sample(2u, 0x7Du);

    CHECK_EQUAL(9, frame_encode(&frame, wire, sizeof wire));
    CHECK_EQUAL(0x7D, wire[2]);
    CHECK_EQUAL(0x5D, wire[3]);
    CHECK_EQUAL(0x7D, wire[4]);
    CHECK_EQUAL(0x5E, wire[5]);
}

TEST(frame_carries_every_byte_value)
{
    for (uint16_t first = 0; first < 256u; first += FRAME_PAYLOAD_MAX) {
        struct frame frame = sample(FRAME_PAYLOAD_MAX, (uint8_t)first);
        size_t length = frame_encode(&frame, wire, sizeof wire);

        frame_decoder_reset(&decoder);
        CHECK_EQUAL(FRAME_READY, feed(wire, length));
        CHECK_EQUAL(FRAME_PAYLOAD_MAX, received.length);
        CHECK_EQUAL(first, received.payload[0]);
        CHECK_EQUAL(first + FRAME_PAYLOAD_MAX - 1u, received.payload[FRAME_PAYLOAD_MAX - 1u]);
    }
}

TEST(frame_rejects_a_changed_bit)
{
    struct frame frame = sample(4u, 1u);
    size_t length = frame_encode(&frame, wire, sizeof wire);

    wire[3] ^= 0x01u;
    frame_decoder_reset(&decoder);
    CHECK_EQUAL(FRAME_BAD_CRC, feed(wire, length));
}

TEST(frame_ignores_noise_before_the_flag)
{
    static const uint8_t noise[] = {0x00u, 0x7Du, 0xFFu};
    struct frame frame = sample(1u, 0x42u);
    size_t length = frame_encode(&frame, wire, sizeof wire);

    frame_decoder_reset(&decoder);
    CHECK_EQUAL(FRAME_NONE, feed(noise, sizeof noise));
    CHECK_EQUAL(FRAME_READY, feed(wire, length));
}

TEST(frame_reports_short_and_long_bodies)
{
    static const uint8_t runt[] = {0x7Eu, 0x01u, 0x02u, 0x7Eu};

    frame_decoder_reset(&decoder);
    CHECK_EQUAL(FRAME_TOO_SHORT, feed(runt, sizeof runt));
    for (uint8_t i = 0; i < FRAME_BODY_MAX + 1u; i++) {
        CHECK_EQUAL(FRAME_NONE, frame_decode(&decoder, 0x55u, &received));
    }
    CHECK_EQUAL(FRAME_TOO_LONG, frame_decode(&decoder, 0x7Eu, &received));
}

TEST(frame_refuses_what_does_not_fit)
{
    struct frame frame = sample(FRAME_PAYLOAD_MAX, 0u);

    CHECK_EQUAL(0, frame_encode(&frame, wire, 10u));
    frame.length = FRAME_PAYLOAD_MAX + 1u;
    CHECK_EQUAL(0, frame_encode(&frame, wire, sizeof wire));
}
