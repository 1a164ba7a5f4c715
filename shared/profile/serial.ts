import * as z from 'zod';
import { BaudSchema } from '../baud.js';

/** How a serial port is set. */
export const SerialSchema = z.strictObject({
  baud: BaudSchema.default(115200).describe('Bits per second.'),
  dataBits: z.union([z.literal(5), z.literal(6), z.literal(7), z.literal(8)]).default(8),
  parity: z.enum(['none', 'even', 'odd']).default('none'),
  stopBits: z.union([z.literal(1), z.literal(2)]).default(1),
  flow: z.enum(['none', 'rtscts', 'xonxoff']).default('none').describe('Flow control.'),
});
