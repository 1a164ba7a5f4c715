import * as z from 'zod';

/** Whether this user may open a device file: `missing` where there is none (a container), `unknown` where it cannot be told. */
export const ACCESS = ['allowed', 'denied', 'missing', 'unknown'] as const;

const text = z.string().nullable();

/** A serial port, or a USB device that has none (a DFU bootloader, a debug probe). What is not known is null. */
export const PortSchema = z.object({
  kind: z.enum(['serial', 'usb']),
  /** What opens it: `/dev/ttyUSB0`, `COM7`; of a USB device its file below /dev/bus/usb, null where there is none. */
  path: text,
  /** USB vendor and product id, four lower-case hexadecimal digits. */
  vendor: text,
  product: text,
  /** As the device calls its maker and itself: untrusted text. */
  manufacturer: text,
  description: text,
  /** USB serial number. */
  serial: text,
  /** USB topology path: bus, then the port of each hub, `1-4.2`. */
  topology: text,
  /** USB interface number. */
  interface: z.number().int().nullable(),
  /** The system's driver, `ftdi_sio`. */
  driver: text,
  /** What else the device can do: `dfu`, `dfu-runtime`, `cmsis-dap`, `mass-storage`, `hid`. */
  functions: z.array(z.string()),
  access: z.enum(ACCESS),
  /** Programs that have it open, as far as this user may see. */
  in_use_by: z.array(z.object({ pid: z.number().int(), program: z.string() })),
  /** Links below /dev/serial/by-id. */
  by_id: z.array(z.string()),
});
export type Port = z.infer<typeof PortSchema>;
