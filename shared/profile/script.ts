import * as z from 'zod';
import { seconds } from '../duration.js';
import { exitCodes } from '../exit-codes.js';
import {
  drives,
  flashesPerRun,
  health,
  idField,
  profileSdk,
  regularExpression,
  testEnd,
  title,
  toolchainPrefix,
} from './fields.js';
import { FindSchema } from './find.js';
import { SerialSchema } from './serial.js';

export const OUTCOMES = ['done', 'retry', 'board-missing', 'board-mismatch', 'failed'] as const;

const marker = regularExpression.describe('A regular expression over one line of output.');

/** Which names there are iconv-lite knows: a profile that names another is refused where it is read. */
const encoding = z
  .string()
  .default('utf-8')
  .meta({ examples: ['gb18030'] });

/** The serial port that a test is read from. */
export const ScriptConsoleSchema = SerialSchema.extend({
  encoding: encoding.describe(
    'Encoding of what the board says: `utf-8`, `gb18030`, `gbk`, `shift_jis`, `latin1`, `windows-1252`, … (what iconv-lite knows).',
  ),
});
export type ScriptConsole = z.infer<typeof ScriptConsoleSchema>;

/** One program of the vendor's, and how it is read. */
export const ScriptStepSchema = z.strictObject({
  command: z
    .array(z.string())
    .nonempty()
    .describe(
      'Argument vector, relative to the profile; placeholders `{image}`, `{work}` (the tree that was built), `{session}` (a folder for files), `{port}` (of `find`).',
    ),
  cwd: z.string().optional().describe('Working folder, relative to the profile; its own folder without it.'),
  env: z
    .record(z.string().regex(/^[A-Za-z_]\w*$/, 'a name'), z.string())
    .default({})
    .describe('Environment; placeholders as in the command. A batch file gets values in no other way.'),
  encoding: encoding.describe(
    'Encoding of its output, as below; `oem`: the code page of the console of this computer.',
  ),
  prompts: z
    .array(z.strictObject({ pattern: marker, answer: z.string() }))
    .default([])
    .describe(
      'Questions that it may ask, looked for in the line that has not ended, and their answers; nobody answers any other. A pattern with `\\n` is compared with the line before, too: `Which port\\?\\n$`.',
    ),
  outcomes: z
    .array(
      z.strictObject({
        exitCode: z.number().int().optional(),
        pattern: marker.optional(),
        outcome: z.enum(OUTCOMES),
        message: z.string().optional().describe('What people are told.'),
      }),
    )
    .default([])
    .describe('The first that fits counts; none: an exit code of `okExitCodes` is done, every other failed.'),
  okExitCodes: exitCodes.describe('Exit codes that are done, where no row of `outcomes` fits.'),
  unsafeFrom: marker.optional().describe('From this line on the program is not ended …'),
  safeAgain: marker
    .optional()
    .describe(
      '… until this one. A program that ends before it has failed, whatever its exit code and `outcomes` say.',
    ),
  timeoutSec: seconds.default(300).describe('Then it is ended, where it may be.'),
});
export type ScriptStep = z.infer<typeof ScriptStepSchema>;

export const ScriptProfileSchema = z
  .strictObject({
    id: idField,
    kind: z.literal('script').describe("The vendor's own programs flash the board and run the test."),
    title,
    find: FindSchema.optional().describe(
      'The board that the programs work on: a run has it for itself, and waits while another run has it.',
    ),
    flash: ScriptStepSchema.optional().describe('Writes the image.'),
    reset: ScriptStepSchema.optional().describe(
      'Starts the program anew. With `console` it is run after `flash` too, with the port open: it must not use the port.',
    ),
    test: ScriptStepSchema.optional().describe(
      "Runs the test; its output is the console. Without it the task's `test.command` runs.",
    ),
    console: ScriptConsoleSchema.optional().describe(
      'The test is read from a serial port. It is closed while `flash` runs, and opened again afterwards.',
    ),
    consoleAt: FindSchema.optional().describe('Where that port is; without it, it is the port of `find`.'),
    flashesPerRun,
    drives,
    sdk: profileSdk,
    toolchainPrefix: toolchainPrefix('arm-none-eabi-'),
    health: health.prefault({}),
    testEnd: testEnd.prefault({}),
  })
  .refine((profile) => !(profile.console && profile.test), {
    path: ['test'],
    message: 'nothing beside `console`: the test is what the port says',
  })
  .refine((profile) => !profile.console || profile.find || profile.consoleAt, {
    path: ['console'],
    message: '`consoleAt` or `find` beside it, which say where the port is',
  })
  .refine((profile) => !profile.consoleAt || profile.console, {
    path: ['consoleAt'],
    message: '`console` beside it: { baud: 115200 }',
  });
export type ScriptProfile = z.infer<typeof ScriptProfileSchema>;
