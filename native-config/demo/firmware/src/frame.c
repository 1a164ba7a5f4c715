#include "frame.h"

#include "crc16.h"

#define FLAG 0x7Eu
#define ESCAPE 0x7Du
#define ESCAPE_XOR 0x20u
#define OVERHEAD 3u /* header and CRC */

struct wire {
    uint8_t *bytes;
    size_t size;
    size_t used;
    bool full;
};

static void put_raw(struct wire *wire, uint8_t byte)
{
    if (wire->used >= wire->size) {
        wire->full = true;
        return;
    }
    wire->bytes[wire->used] = byte;
    wire->used++;
}

static void put_stuffed(struct wire *wire, uint8_t byte)
{
    if (byte == FLAG || byte == ESCAPE) {
        put_raw(wire, ESCAPE);
        put_raw(wire, (uint8_t)(byte ^ ESCAPE_XOR));
    } else {
        put_raw(wire, byte);
    }
}

size_t frame_encode(const struct frame *frame, uint8_t *bytes, size_t size)
{
    struct wire wire = {.bytes = bytes, .size = size, .used = 0u, .full = false};
    uint8_t header = (uint8_t)((frame->type << 4) | (frame->sequence & 0x0Fu));
    uint16_t crc = crc16(&header, 1u);

    if (frame->length > FRAME_PAYLOAD_MAX) {
        return 0u;
    }
    crc = crc16_continue(crc, frame->payload, frame->length);

    put_raw(&wire, FLAG);
    put_stuffed(&wire, header);
    for (uint8_t i = 0; i < frame->length; i++) {
        put_stuffed(&wire, frame->payload[i]);
    }
    put_stuffed(&wire, (uint8_t)(crc >> 8));
    put_stuffed(&wire, (uint8_t)(crc & 0xFFu));
    put_raw(&wire, FLAG);
    return wire.full ? 0u : wire.used;
}

void frame_decoder_reset(struct frame_decoder *decoder)
{
    decoder->length = 0u;
    decoder->started = false;
    decoder->escaped = false;
    decoder->overrun = false;
}

static enum frame_event finish(const struct frame_decoder *decoder, struct frame *frame)
{
    const uint8_t *body = decoder->body;
    uint8_t checked = (uint8_t)(decoder->length - 2u);

    if (decoder->overrun) {
        return FRAME_TOO_LONG;
    }
    if (decoder->length < OVERHEAD) {
        return FRAME_TOO_SHORT;
    }
    uint16_t sent = (uint16_t)((body[checked] << 8) | body[checked + 1u]);
    if (crc16(body, checked) != sent) {
        return FRAME_BAD_CRC;
    }
    frame->type = (uint8_t)(body[0] >> 4);
    frame->sequence = (uint8_t)(body[0] & 0x0Fu);
    frame->length = (uint8_t)(decoder->length - OVERHEAD);
    for (uint8_t i = 0; i < frame->length; i++) {
        frame->payload[i] = body[1u + i];
    }
    return FRAME_READY;
}

static void store(struct frame_decoder *decoder, uint8_t byte)
{
    if (decoder->length >= FRAME_BODY_MAX) {
        decoder->overrun = true;
        return;
    }
    decoder->body[decoder->length] = byte;
    decoder->length++;
}

enum frame_event frame_decode(struct frame_decoder *decoder, uint8_t byte, struct frame *frame)
{
    if (byte == FLAG) {
        /* Flags may be shared or repeated between frames: an empty body is not a frame. */
        bool ended = decoder->started && decoder->length > 0u;
        enum frame_event event = ended ? finish(decoder, frame) : FRAME_NONE;

        frame_decoder_reset(decoder);
        decoder->started = true;
        return event;
    }
    if (!decoder->started) {
        return FRAME_NONE;
    }
    if (byte == ESCAPE) {
        decoder->escaped = true;
        return FRAME_NONE;
    }
    if (decoder->escaped) {
        byte = (uint8_t)(byte ^ ESCAPE_XOR);
        decoder->escaped = false;
    }
    store(decoder, byte);
    return FRAME_NONE;
}
