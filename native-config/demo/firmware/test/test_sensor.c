#include "check.h"
#include "sensor.h"

static struct sensor_registers registers;

static enum sensor_result read(uint32_t status, uint32_t data, int32_t *millidegrees)
{
    registers.STATUS = status;
    registers.DATA = data;
    return sensor_read(&registers, millidegrees);
}

TEST(sensor_starts_a_conversion)
{
    int32_t value = 0;

    registers.CTRL = 0u;
    CHECK_EQUAL(SENSOR_OK, read(SENSOR_STATUS_READY, 0x190u, &value));
    CHECK_EQUAL(SENSOR_CTRL_START, registers.CTRL);
    CHECK_EQUAL(25000, value);
}

TEST(sensor_reports_its_own_error)
{
    int32_t value = 7;

    CHECK_EQUAL(SENSOR_FAULTY, read(SENSOR_STATUS_READY | SENSOR_STATUS_ERROR, 0x190u, &value));
    CHECK_EQUAL(7, value);
}

TEST(sensor_gives_up_when_never_ready)
{
    int32_t value = 7;

    CHECK_EQUAL(SENSOR_TIMEOUT, read(0u, 0x190u, &value));
    CHECK_EQUAL(7, value);
}

TEST(sensor_converts_warm_values)
{
    CHECK_EQUAL(0, sensor_millidegrees(0u));
    CHECK_EQUAL(125, sensor_millidegrees(2u));
    CHECK_EQUAL(127937, sensor_millidegrees(0x7FFu));
}

TEST(sensor_converts_frost)
{
    CHECK_EQUAL(-25000, sensor_millidegrees(0xE70u));
}

TEST(sensor_converts_a_cold_day)
{
    CHECK_EQUAL(-12500, sensor_millidegrees(0xF38u));
}

TEST(sensor_converts_a_cold_night)
{
    CHECK_EQUAL(-25000, sensor_millidegrees(0xE70u));
}

TEST(sensor_converts_just_one_degree_of_frost)
{
    CHECK_EQUAL(-1000, sensor_millidegrees(0xFF0u));
}

TEST(sensor_converts_just_below_zero)
{
    CHECK_EQUAL(-125, sensor_millidegrees(0xFFEu));
}

TEST(sensor_converts_the_coldest_value)
{
    CHECK_EQUAL(-128000, sensor_millidegrees(0x800u));
}

TEST(sensor_ignores_bits_above_the_number)
{
    CHECK_EQUAL(25000, sensor_millidegrees(0xF190u));
}
