import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { ok, type Result } from '../../../../shared/problem.js';
import { FaultSchema, LocationSchema } from '../../../../shared/results.js';
import type { Executed } from '../../../agents/provider.js';
import { jsonOf } from '../../../files/json.js';
import { replaceFile } from '../../../files/replace-file.js';
import type { CodeSpectrum } from './scratch-coverage.js';

/** A spectrum, and what a reader of later must know of it. */
export interface Measured extends CodeSpectrum {
  /** What ran after the bounds of a trace is not in it. */
  isCut: boolean;
  /** What held-out cases execute may be in it: it is for this run alone. */
  isMixed: boolean;
}

const ExecutedSchema = z.array(z.tuple([z.string(), z.array(z.number())]));

const KeptSchema = z.object({
  by: z.enum(['simulator', 'program']),
  whole: ExecutedSchema,
  byCase: z.array(z.tuple([z.string(), ExecutedSchema])).nullable(),
  stop: z.object({ fault: FaultSchema.optional(), stuck_at: LocationSchema.optional() }).nullable(),
  starts: z.array(
    z.object({
      program: z.string(),
      cwd: z.string(),
      args: z.array(z.string()),
      stdin: z.string().nullable(),
    }),
  ),
  code: ExecutedSchema.nullable(),
  isCut: z.boolean(),
  isMixed: z.boolean(),
});
type Kept = z.infer<typeof KeptSchema>;

/**
 * The spectrum of an image, measured once in the life of a run. Two measurements can differ: a timer interrupt falls on another line. What a
 * model is shown is chosen by them, and a run that goes on after a restart has to ask the question that is answered already.
 *
 * @param folder the run's folder for throwaway copies
 */
export async function measuredOnce(
  folder: string,
  image: string,
  measure: () => Promise<Result<Measured>>,
): Promise<Result<Measured>> {
  const name = createHash('sha256').update(image).digest('hex');
  const file = path.join(folder, `executed-${name}.json`);
  const kept = readKept(file);
  if (kept !== null) return ok(kept);
  const measured = await measure();
  if (!measured.ok) return measured;
  await mkdir(folder, { recursive: true });
  await replaceFile(file, JSON.stringify(keptOf(measured.value)), { durable: false });
  return measured;
}

/** Null: there is none, or it cannot be read; then it is measured again. */
function readKept(file: string): Measured | null {
  if (!existsSync(file)) return null;
  const read = KeptSchema.safeParse(jsonOf(readFileSync(file, 'utf8')));
  return read.success ? spectrumOf(read.data) : null;
}

const listed = (executed: Executed): [string, number[]][] =>
  [...executed].map(([file, lines]) => [file, [...lines]]);
const mapped = (executed: Kept['whole']): Executed =>
  new Map(executed.map(([file, lines]) => [file, new Set(lines)]));

const keptOf = ({ whole, byCase, code, starts, ...plain }: Measured): Kept => ({
  ...{ ...plain, whole: listed(whole), code: code && listed(code) },
  byCase: byCase && [...byCase].map(([name, executed]) => [name, listed(executed)]),
  starts: starts.map((one) => ({ ...one, args: [...one.args] })),
});

const spectrumOf = ({ whole, byCase, code, ...plain }: Kept): Measured => ({
  ...{ ...plain, whole: mapped(whole), code: code && mapped(code) },
  byCase: byCase && new Map(byCase.map(([name, executed]) => [name, mapped(executed)])),
});
