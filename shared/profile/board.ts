import * as z from 'zod';
import { seconds } from '../duration.js';
import {
  drives,
  flashesPerRun,
  health,
  idField,
  profileSdk,
  testEnd,
  title,
  toolchainPrefix,
} from './fields.js';
import { FindSchema } from './find.js';
import { FlashSchema } from './flash.js';
import { PowerStepsSchema } from './power.js';
import { SerialSchema } from './serial.js';

/** RTT of a target, as a TCP stream of the tool that has the probe. */
export const RttSchema = z.strictObject({
  server: z
    .array(z.string())
    .nonempty()
    .optional()
    .describe(
      'Argument vector of the tool that serves it; run from the start of the program to the end of the session; `{serial}`. Without it, somebody else runs it.',
    ),
  host: z.string().default('127.0.0.1'),
  port: z.number().int().positive().max(65535).describe('TCP port of its stream.'),
  connectSec: seconds.default(10).describe('How long to wait until it serves.'),
});
export type Rtt = z.infer<typeof RttSchema>;

/** What a board can hold when a run is over. */
export const AT_END = ['last', 'last-good', 'as-found', 'none'] as const;
export type AtEnd = (typeof AT_END)[number];

export const BoardProfileSchema = z.strictObject({
  id: idField,
  kind: z.literal('board').describe('The firmware runs on a board on the desk.'),
  title,
  find: FindSchema.describe('How the board is recognised.'),
  flash: FlashSchema.describe('How an image is written.'),
  console: SerialSchema.extend({
    rtt: RttSchema.optional().describe('RTT through a debug probe instead of a serial port.'),
  })
    .prefault({})
    .describe('The console.'),
  consoleAt: FindSchema.optional().describe(
    "Where the console is; without it, on the port of the flasher or the debug probe's own, and a DFU bootloader has none.",
  ),
  safety: z
    .strictObject({
      antiRollback: z.boolean().default(false).describe('An older image is refused for ever.'),
      readOutProtection: z.boolean().default(false).describe('The flash cannot be read.'),
      oneTimeFuses: z.boolean().default(false).describe('An image may burn fuses.'),
    })
    .prefault({})
    .describe(
      'What cannot be undone. Any of them: nothing is restored by itself, and every flash is asked for.',
    ),
  power: PowerStepsSchema.optional().describe(
    'What switches the board off and on, where it does not come up again otherwise.',
  ),
  flashesPerRun,
  drives,
  atEnd: z
    .enum(AT_END)
    .default('last')
    .describe(
      'What the board holds when a run is over, however it ended: `last`, what was tested last; `last-good`, the result of a run that succeeded, else the last good image from before it; `as-found`, what it held before, which is read at the start of each run; `none`, no program (erased). Nothing is brought back where `safety` forbids it.',
    ),
  sdk: profileSdk,
  toolchainPrefix: toolchainPrefix('arm-none-eabi-'),
  health: health.prefault({}),
  testEnd: testEnd.prefault({}),
});
export type BoardProfile = z.infer<typeof BoardProfileSchema>;
