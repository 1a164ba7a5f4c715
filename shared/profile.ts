import * as z from 'zod';
import { BmcProfileSchema } from './profile/bmc.js';
import { BoardProfileSchema } from './profile/board.js';
import { health, idField, profileSdk, testEnd, title, toolchainPrefix } from './profile/fields.js';
import { ScriptProfileSchema } from './profile/script.js';

export const QemuProfileSchema = z.strictObject({
  id: idField,
  kind: z.literal('qemu').describe('The firmware runs in QEMU.'),
  title,
  binary: z.string().default('qemu-system-arm').describe('The QEMU program.'),
  machine: z.string().describe('The value of `-machine`.'),
  uart: z.number().int().nonnegative().default(0).describe('The UART of the console: the n-th `-serial`.'),
  sdk: profileSdk,
  toolchainPrefix: toolchainPrefix('arm-none-eabi-'),
  icount: z.string().optional().describe('The value of `-icount`; makes runs repeatable.'),
  health: health.prefault({}),
  testEnd: testEnd.prefault({}),
});

export const HostProfileSchema = z.strictObject({
  id: idField,
  kind: z.literal('host').describe('The test is a program on this computer; its end is the end of the test.'),
  title,
  sdk: profileSdk,
  toolchainPrefix: toolchainPrefix(''),
  testEnd: testEnd.prefault({}).describe('Only `maxOutputBytes` counts here.'),
});

export const ProfileSchema = z.discriminatedUnion('kind', [
  QemuProfileSchema,
  HostProfileSchema,
  BoardProfileSchema,
  ScriptProfileSchema,
  BmcProfileSchema,
]);
export type Profile = z.infer<typeof ProfileSchema>;
export type QemuProfile = z.infer<typeof QemuProfileSchema>;
export type HostProfile = z.infer<typeof HostProfileSchema>;

/** Whether the target exists on this computer alone: running it touches no board, and candidates may be tried on it. */
export const isSimulated = (profile: Profile): boolean => profile.kind === 'qemu' || profile.kind === 'host';

/** The deployable kinds: a board that we write, and one that a program of its vendor writes. */
export const isDeployable = (profile: Profile): boolean =>
  profile.kind === 'board' || (profile.kind === 'script' && profile.flash !== undefined);
