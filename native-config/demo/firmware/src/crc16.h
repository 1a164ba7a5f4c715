#ifndef CRC16_H
#define CRC16_H

#include <stddef.h>
#include <stdint.h>

/*
 * CRC-16/CCITT-FALSE: polynomial 0x1021, start value 0xFFFF, not reflected, no final XOR.
 * Check value over the nine characters "123456789": 0x29B1.
 */
uint16_t crc16(const uint8_t *bytes, size_t length);

/* The same, continued from the CRC of what came before. */
uint16_t crc16_continue(uint16_t crc, const uint8_t *bytes, size_t length);

#endif
