#include "crc16.h"

#define CRC16_START 0xFFFFu
#define CRC16_POLYNOMIAL 0x1021u
#define CRC16_TOP_BIT 0x8000u

static uint16_t shift_in(uint16_t crc, uint8_t byte)
{
    uint32_t value = crc ^ ((uint32_t)byte << 8);

    for (int bit = 0; bit < 8; bit++) {
        if ((value & CRC16_TOP_BIT) != 0u) {
            value = (value << 1) ^ CRC16_POLYNOMIAL;
        } else {
            value = value << 1;
        }
    }
    return (uint16_t)(value & 0xFFFFu);
}

uint16_t crc16_continue(uint16_t crc, const uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        crc = shift_in(crc, bytes[i]);
    }
    return crc;
}

uint16_t crc16(const uint8_t *bytes, size_t length)
{
    return crc16_continue(CRC16_START, bytes, length);
}
