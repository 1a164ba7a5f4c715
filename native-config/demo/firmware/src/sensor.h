#ifndef SENSOR_H
#define SENSOR_H

#include <stdint.h>

/*
 * Temperature sensor with a register interface. One conversion: write START to CTRL, wait for READY
 * in STATUS, read DATA. DATA is a 12-bit two's complement number in steps of 0.0625 degrees Celsius.
 */
struct sensor_registers {
    volatile uint32_t CTRL;
    volatile uint32_t STATUS;
    volatile uint32_t DATA;
};

#define SENSOR_CTRL_START 0x01u
#define SENSOR_STATUS_READY 0x01u
#define SENSOR_STATUS_ERROR 0x80u
#define SENSOR_POLL_LIMIT 1000u

enum sensor_result {
    SENSOR_OK,
    SENSOR_TIMEOUT,
    SENSOR_FAULTY,
};

/* Millidegrees Celsius for a raw DATA value. */
int32_t sensor_millidegrees(uint32_t data);

/* Runs one conversion; *millidegrees is written only with SENSOR_OK. */
enum sensor_result sensor_read(struct sensor_registers *sensor, int32_t *millidegrees);

#endif
