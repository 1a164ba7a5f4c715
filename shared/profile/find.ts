import * as z from 'zod';
import { hex4 } from './fields.js';

/** Every field that is given must fit. */
export const FindSchema = z.strictObject({
  usb: z
    .strictObject({
      vendor: hex4.optional().describe('USB vendor id.'),
      product: hex4.optional().describe('USB product id.'),
      serial: z.string().optional().describe('USB serial number.'),
      topology: z
        .string()
        .regex(/^\d+-\d+(\.\d+)*$/, 'bus and ports, as in 1-4.2')
        .optional()
        .describe('USB topology path: bus, then the port of each hub.'),
      interface: z.number().int().nonnegative().optional().describe('Interface, where a device has several.'),
    })
    .optional()
    .describe('The USB device: it stays the same board when its port changes its name.'),
  port: z.string().optional().describe('A pattern of port paths: `/dev/ttyUSB*`, `COM7`.'),
});
export type Find = z.infer<typeof FindSchema>;
