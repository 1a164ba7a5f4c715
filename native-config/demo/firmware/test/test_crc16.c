#include "check.h"
#include "crc16.h"

static const uint8_t digits[] = {'1', '2', '3', '4', '5', '6', '7', '8', '9'};

TEST(crc16_of_nothing_is_the_start_value)
{
    CHECK_EQUAL(0xFFFF, crc16(digits, 0u));
}

TEST(crc16_has_the_check_value)
{
    CHECK_EQUAL(0x29B1, crc16(digits, sizeof digits));
}

TEST(crc16_of_one_zero_byte)
{
    const uint8_t zero = 0u;

    CHECK_EQUAL(0xE1F0, crc16(&zero, 1u));
}

TEST(crc16_of_one_letter)
{
    const uint8_t letter = 'A';

    CHECK_EQUAL(0xB915, crc16(&letter, 1u));
}

TEST(crc16_of_two_bytes_of_ones)
{
    static const uint8_t ones[] = {0xFF, 0xFF};

    CHECK_EQUAL(0x0000, crc16(ones, sizeof ones));
}

TEST(crc16_continues_over_parts)
{
    uint16_t crc = crc16(digits, 4u);

    CHECK_EQUAL(crc16(digits, sizeof digits), crc16_continue(crc, digits + 4, sizeof digits - 4u));
}
