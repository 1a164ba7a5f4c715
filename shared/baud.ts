import * as z from 'zod';

/** Far beyond any UART; what is more is a mistake, and may be too much for a driver. */
export const MAX_BAUD = 100_000_000;

/** Bits per second of a serial port. */
export const BaudSchema = z.number().int().positive().max(MAX_BAUD);
