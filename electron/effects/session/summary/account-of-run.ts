import * as z from 'zod';
import { joined, nested, text, type Words, wordsSchema } from '../../../../shared/texts/words.js';

/** Cases and files that are named. */
const NAMED = 12;

const CaseSchema = z.looseObject({
  name: z.string(),
  status: z.string(),
  message: z.string().optional(),
});
/** What of a run is told, as far as its machine has it. */
const ShownSchema = z.looseObject({
  run: z.string(),
  state: z.string(),
  report: z
    .looseObject({
      goal: z.string(),
      final_status: z.string(),
      outcome: z.string().nullable().optional(),
      verdict: z.string().nullable().optional(),
      reason: wordsSchema,
      tests: z.looseObject({ cases: z.array(CaseSchema) }).optional(),
      held_out: z.array(z.string()).optional(),
      patch: z.string().nullable().optional(),
      files_changed: z.array(z.string()).optional(),
    })
    .nullable(),
});
type Reported = NonNullable<z.infer<typeof ShownSchema>['report']>;

/** What became of a run, for the person who asked: a line each. @param shown as `show RUN --json` has it */
export function accountOfRun(shown: unknown): Words[] {
  const parsed = ShownSchema.safeParse(shown);
  if (!parsed.success) return [];
  const { run, state, report } = parsed.data;
  if (report === null) return [text`Run ${run} is not over: it is in ${state}`, goOn(run)];
  return [
    text`Run ${run}: ${report.goal}`,
    ended(report),
    text`Why: ${nested(report.reason)}`,
    ...casesOf(report),
    ...patchOf(report),
    text`All of it: benchloop show ${run}`,
  ];
}

const goOn = (run: string): Words => text`Go on with it: benchloop resume ${run}`;

function ended({ final_status, outcome, verdict }: Reported): Words {
  const also = [outcome, verdict].filter((word) => typeof word === 'string' && word !== final_status);
  return also.length === 0
    ? text`It ended ${final_status}`
    : text`It ended ${final_status} (${[...new Set(also)].join(', ')})`;
}

/** Held-out cases are named to nobody who works on the code. */
function casesOf({ tests, held_out = [] }: Reported): Words[] {
  if (tests === undefined) return [];
  const cases = tests.cases.filter(({ name }) => !held_out.includes(name));
  if (cases.length === 0) return [text`No test of it was read`];
  const bad = cases.filter(({ status }) => status !== 'pass' && status !== 'skip');
  if (bad.length === 0) return [text`Every case passes: ${cases.length}`];
  const more = bad.length - NAMED;
  return [
    text`Cases that do not pass: ${bad.length} of ${cases.length}`,
    ...bad
      .slice(0, NAMED)
      .map(({ name, status, message }) => `  ${name}: ${status}${message ? ` (${message})` : ''}`),
    ...(more > 0 ? [text`… and ${more} more`] : []),
  ];
}

function patchOf({ patch, files_changed = [] }: Reported): Words[] {
  if (patch === undefined) return [];
  if (patch === null || patch.trim() === '') return [text`It kept no patch`];
  const more = files_changed.length - NAMED;
  const named = text`Its patch changes ${files_changed.slice(0, NAMED).join(', ')}`;
  return [more > 0 ? joined(named, text`… and ${more} more`) : named];
}
