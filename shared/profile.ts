import { z } from 'zod';

const id = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and dashes');

const regularExpression = z.string().refine((text) => {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false; // the refinement's answer, not an error
  }
}, 'a regular expression');

const testEnd = z.strictObject({
  pattern: regularExpression
    .optional()
    .describe('A regular expression over one line: the output line that ends the test.'),
  silenceSec: z
    .number()
    .positive()
    .default(5)
    .describe('Quiet for so long after the first byte: the session is over, or hangs.'),
  maxOutputBytes: z
    .number()
    .int()
    .positive()
    .default(4 * 1024 * 1024)
    .describe('A target that prints more is ended.'),
});

const health = z.strictObject({
  banner: z.string().optional().describe('A text that must appear; without it the first byte counts.'),
  timeoutSec: z.number().positive().default(5).describe('How long to wait for it.'),
});

const idField = id.describe('The name that tasks use.');
const title = z.string().describe('What people see.');

export const QemuProfileSchema = z.strictObject({
  id: idField,
  kind: z.literal('qemu').describe('The firmware runs in QEMU.'),
  title,
  binary: z.string().default('qemu-system-arm').describe('The QEMU program.'),
  machine: z.string().describe('The value of `-machine`.'),
  uart: z.number().int().nonnegative().default(0).describe('The UART of the console: the n-th `-serial`.'),
  toolchainPrefix: z
    .string()
    .default('arm-none-eabi-')
    .describe("Prefix of the toolchain's tools, for addresses and sizes."),
  icount: z.string().optional().describe('The value of `-icount`; makes runs repeatable.'),
  health: health.prefault({}),
  testEnd: testEnd.prefault({}),
});

export const HostProfileSchema = z.strictObject({
  id: idField,
  kind: z.literal('host').describe('The test is a program on this computer; its end is the end of the test.'),
  title,
  toolchainPrefix: z.string().default('').describe("Prefix of the toolchain's tools."),
  testEnd: testEnd.prefault({}).describe('Only `maxOutputBytes` counts here.'),
});

export const ProfileSchema = z.discriminatedUnion('kind', [QemuProfileSchema, HostProfileSchema]);
export type Profile = z.infer<typeof ProfileSchema>;
export type QemuProfile = z.infer<typeof QemuProfileSchema>;
export type HostProfile = z.infer<typeof HostProfileSchema>;
