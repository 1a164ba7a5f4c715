import * as z from 'zod';
import { seconds } from '../duration.js';
import {
  flashesPerRun,
  health,
  idField,
  regularExpression,
  testEnd,
  title,
  toolchainPrefix,
} from './fields.js';
import { FindSchema } from './find.js';

export const OUTCOMES = ['done', 'retry', 'board-missing', 'board-mismatch', 'failed'] as const;

const marker = regularExpression.describe('A regular expression over one line of output.');

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
  encoding: z
    .enum(['utf-8', 'utf-16le', 'oem', 'gbk', 'shift_jis', 'windows-1252', 'ibm437', 'ibm850'])
    .default('utf-8')
    .describe('Encoding of its output; `oem`: the code page of the console of this computer.'),
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
    .describe('The first that fits counts; none: exit code 0 is done, every other failed.'),
  unsafeFrom: marker.optional().describe('From this line on the program is not ended …'),
  safeAgain: marker
    .optional()
    .describe(
      '… until this one. A program that ends before it has failed, whatever its exit code and `outcomes` say.',
    ),
  timeoutSec: seconds.default(300).describe('Then it is ended, where it may be.'),
});
export type ScriptStep = z.infer<typeof ScriptStepSchema>;

export const ScriptProfileSchema = z.strictObject({
  id: idField,
  kind: z.literal('script').describe("The vendor's own programs flash the board and run the test."),
  title,
  find: FindSchema.optional().describe(
    'The board that the programs work on: a run has it for itself, and waits while another run has it.',
  ),
  flash: ScriptStepSchema.optional().describe('Writes the image.'),
  reset: ScriptStepSchema.optional(),
  test: ScriptStepSchema.optional().describe(
    "Runs the test; its output is the console. Without it the task's `test.command` runs.",
  ),
  flashesPerRun,
  toolchainPrefix: toolchainPrefix('arm-none-eabi-'),
  health: health.prefault({}),
  testEnd: testEnd.prefault({}),
});
export type ScriptProfile = z.infer<typeof ScriptProfileSchema>;
