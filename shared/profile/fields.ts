import * as z from 'zod';
import { DRIVES } from '../board.js';
import { seconds } from '../duration.js';

const id = z.string().regex(/^[a-z0-9][a-z0-9-]*$/, 'lower-case letters, digits and dashes');

export const hex4 = z.string().regex(/^[0-9a-f]{4}$/, 'four lower-case hexadecimal digits, in quotes');

export const regularExpression = z.string().refine((text) => {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false; // the refinement's answer, not an error
  }
}, 'a regular expression');

export const testEnd = z.strictObject({
  pattern: regularExpression
    .optional()
    .describe('A regular expression over one line: the output line that ends the test.'),
  silenceSec: seconds
    .default(5)
    .describe('Quiet for so long after the first byte: the session is over, or hangs.'),
  maxOutputBytes: z
    .number()
    .int()
    .positive()
    .default(4 * 1024 * 1024)
    .describe('A target that prints more is ended.'),
});

export const healthWithin = (sec: number) =>
  z.strictObject({
    banner: z.string().optional().describe('A text that must appear; without it the first byte counts.'),
    timeoutSec: seconds.default(sec).describe('How long to wait for it.'),
  });
export const health = healthWithin(5);

export const idField = id.describe('The name that tasks use.');
export const title = z.string().describe('What people see.');
/** Flash wears: common parts are good for 10,000 erasures of a page, some for 100. */
export const flashesPerRun = z
  .number()
  .int()
  .positive()
  .default(100)
  .describe('So often one run may write to one board; then it ends.');
export const drives = z
  .enum(DRIVES)
  .default('actuators')
  .describe(
    'What the board can move, heat or switch. With `nothing` one answer lets a run flash several images of its own; with `actuators` each image is asked for. A profile that lies in the repository of a task cannot say `nothing`.',
  );
export const toolchainPrefix = (prefix: string) =>
  z.string().default(prefix).describe("Prefix of the toolchain's tools, for addresses and sizes.");

/** Folders of this computer that builds may read. */
export const sdk = z
  .array(z.string().min(1))
  .default([])
  .meta({ examples: [['~/sdk/nrf5']] });
export const profileSdk = sdk.describe(
  'SDK folders that builds may read: absolute, or from `~`. Not of a profile that a task names by its path.',
);
