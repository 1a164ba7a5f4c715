#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/*
 * Frames on the radio link, byte-stuffed as in HDLC (RFC 1662, section 4.2):
 *
 *     0x7E  header  payload...  CRC high  CRC low  0x7E
 *
 * The header holds the type in its upper and the sequence number in its lower four bits. The CRC
 * covers header and payload. Between the flags 0x7E and 0x7D are sent as 0x7D and the byte XOR 0x20.
 */
#define FRAME_PAYLOAD_MAX 32u
#define FRAME_BODY_MAX (1u + FRAME_PAYLOAD_MAX + 2u)
#define FRAME_WIRE_MAX (2u + 2u * FRAME_BODY_MAX)

struct frame {
    uint8_t type;
    uint8_t sequence;
    uint8_t length;
    uint8_t payload[FRAME_PAYLOAD_MAX];
};

enum frame_event {
    FRAME_NONE,
    FRAME_READY,
    FRAME_BAD_CRC,
    FRAME_TOO_SHORT,
    FRAME_TOO_LONG,
};

struct frame_decoder {
    uint8_t body[FRAME_BODY_MAX];
    uint8_t length;
    bool started;
    bool escaped;
    bool overrun;
};

/* Bytes written to wire, or 0 when the payload is too long or the frame does not fit. */
size_t frame_encode(const struct frame *frame, uint8_t *wire, size_t size);

void frame_decoder_reset(struct frame_decoder *decoder);

/* Takes one byte from the wire. *frame is filled in only with FRAME_READY. */
enum frame_event frame_decode(struct frame_decoder *decoder, uint8_t byte, struct frame *frame);

#endif
