#include "sensor.h"

#define DATA_MASK 0x0FFF
#define DATA_SIGN 0x0800
#define DATA_SPAN 0x1000

int32_t sensor_millidegrees(uint32_t data)
{
    int32_t steps = (int32_t)(data & DATA_MASK);

    if (steps >= DATA_SIGN) {
        steps -= DATA_SPAN;
    }
    /* 62.5 millidegrees a step, rounded towards zero. */
    return steps * 125 / 2;
}

enum sensor_result sensor_read(struct sensor_registers *sensor, int32_t *millidegrees)
{
    uint32_t polls = 0u;

    sensor->CTRL = SENSOR_CTRL_START;
    while ((sensor->STATUS & SENSOR_STATUS_READY) == 0u) {
        if (polls >= SENSOR_POLL_LIMIT) {
            return SENSOR_TIMEOUT;
        }
        polls++;
    }
    if ((sensor->STATUS & SENSOR_STATUS_ERROR) != 0u) {
        return SENSOR_FAULTY;
    }
    *millidegrees = sensor_millidegrees(sensor->DATA);
    return SENSOR_OK;
}
