import { z } from 'zod';

const id = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and dashes');

const regularExpression = z.string().refine((text) => {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false; // the refinement's answer, not an error
  }
}, 'a regular expression');

/** When the target's output tells that the test is over; a regular expression over one line. */
const testEnd = z.strictObject({
  pattern: regularExpression.optional(),
  /** Quiet for so long after the first byte: the session is over (or hangs). */
  silenceSec: z.number().positive().default(5),
  maxOutputBytes: z
    .number()
    .int()
    .positive()
    .default(4 * 1024 * 1024),
});

const health = z.strictObject({
  /** A text that must appear; without it the first byte counts. */
  banner: z.string().optional(),
  timeoutSec: z.number().positive().default(5),
});

export const QemuProfileSchema = z.strictObject({
  id,
  kind: z.literal('qemu'),
  title: z.string(),
  binary: z.string().default('qemu-system-arm'),
  machine: z.string(),
  /** Which UART the console is on: the n-th `-serial`. */
  uart: z.number().int().nonnegative().default(0),
  /** Prefix of the toolchain's tools, for addr2line and size. */
  toolchainPrefix: z.string().default('arm-none-eabi-'),
  /** `-icount` value; makes runs repeatable. */
  icount: z.string().optional(),
  health: health.prefault({}),
  testEnd: testEnd.prefault({}),
});

export const HostProfileSchema = z.strictObject({
  id,
  kind: z.literal('host'),
  title: z.string(),
  toolchainPrefix: z.string().default(''),
  testEnd: testEnd.prefault({}),
});

export const ProfileSchema = z.discriminatedUnion('kind', [QemuProfileSchema, HostProfileSchema]);
export type Profile = z.infer<typeof ProfileSchema>;
export type QemuProfile = z.infer<typeof QemuProfileSchema>;
export type HostProfile = z.infer<typeof HostProfileSchema>;
