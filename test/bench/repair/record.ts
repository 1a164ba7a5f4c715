import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { CandidateSchema } from '../../../shared/choice.js';

/** What became of a patch under examples that no run sees: `1` passed, `0` failed, `?` not run, since too many before it hung. */
const Bits = z.string().regex(/^[01?]*$/);

/** What the judge found out about a candidate. */
const JudgedSchema = z.object({
  built: z.boolean(),
  /** `person`: no computation tells, somebody has to read the two patches. */
  truth: z.enum(['right', 'wrong', 'person']),
  /** One character for each of the case's held-out examples, in their order; empty where there are none. */
  heldOut: Bits.default(''),
  why: z.string().default(''),
});
export type Judged = z.infer<typeof JudgedSchema>;

/** The last line of `run --json`, as far as this bench reads it. */
export const RunReportSchema = z.looseObject({
  type: z.literal('report'),
  final_status: z.string(),
  verdict: z.string().nullish(),
  reason: z.string().default(''),
  patch: z.string().nullable(),
  candidates: z.array(CandidateSchema).default([]),
  confidence: z.unknown().optional(),
  duration_ms: z.number().optional(),
});
export type RunReport = z.infer<typeof RunReportSchema>;

const SETS = ['codeflaws', 'history'] as const;

/** One line of a recording: a case, what one run found for it, and what is true of that. */
export const RecordSchema = z.object({
  set: z.enum(SETS),
  case: z.string(),
  /** Cases of one project are never judged by each other's figures. */
  project: z.string(),
  /** Limit of the search, s. */
  seconds: z.number(),
  /** Of the whole command, ms. */
  took: z.number(),
  /** Null where the command was cut off before its report. */
  report: z
    .looseObject({
      final_status: z.string(),
      verdict: z.string().nullish(),
      reason: z.string(),
      confidence: z.unknown().optional(),
    })
    .nullable(),
  /** Names of the held-out examples, and what the unpatched program makes of them. */
  heldOut: z.array(z.string()).default([]),
  unpatched: Bits.default(''),
  /** The developer's own patch, for a person who compares. */
  fix: z.string().optional(),
  /** In the order in which the product tries them. */
  candidates: z.array(z.intersection(CandidateSchema, z.object({ judged: JudgedSchema }))),
});
export type CaseRecord = z.infer<typeof RecordSchema>;

/** What a person found out about a candidate that no computation could judge. */
const JudgementSchema = z.object({
  case: z.string(),
  patch: z.string(),
  right: z.boolean(),
  note: z.string().optional(),
});
export type Judgement = z.infer<typeof JudgementSchema>;

/** Every line of a JSON lines file; one that is cut off at its end is left out. An unreadable line is an error. */
async function readLines<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const whole = (await readFile(file, 'utf8')).split('\n').slice(0, -1);
  return whole.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const parsed = schema.safeParse(JSON.parse(line));
    if (!parsed.success)
      throw new Error(`${file}:${index + 1}: no such record: ${z.prettifyError(parsed.error)}`);
    return [parsed.data];
  });
}

export const readRecords = (file: string): Promise<CaseRecord[]> => readLines(file, RecordSchema);
export const readJudgements = (file: string): Promise<Judgement[]> => readLines(file, JudgementSchema);
