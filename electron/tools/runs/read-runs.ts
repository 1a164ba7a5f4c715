import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import { englishWords } from '../../../shared/texts/words.js';
import { readTool } from '../read/read-tool.js';
import type { SessionWork } from '../session-work.js';
import { valueForAgents } from '../withheld/for-agents.js';
import { bounded, withoutCases } from './bounded.js';

const ListRunsArguments = z.strictObject({});
const RunsResult = z.object({
  runs: z.unknown(),
  /** The oldest runs, or ends of texts, are left out. */
  isCut: z.boolean(),
});

/** The runs of this computer, oldest first, as `runs --json` has them. */
export const listRuns = readTool<
  z.infer<typeof ListRunsArguments>,
  z.infer<typeof RunsResult>,
  Pick<SessionWork, 'runs'>
>({
  name: 'list_runs',
  arguments: ListRunsArguments,
  result: RunsResult,
  read: async (_, { runs }) => ok(runsForAgents(runs)),
});

/** The runs of this computer, as agents get them. */
export function runsForAgents(runs: SessionWork['runs']): z.infer<typeof RunsResult> {
  const { value, isCut } = bounded(runs.list());
  return { runs: value, isCut };
}

const ShowRunArguments = z.strictObject({ run: z.string().min(1).max(200) });
const RunResult = z.object({
  run: z.unknown(),
  /** Early transitions, or ends of texts, are left out. */
  isCut: z.boolean(),
});

/** What of a report no agent gets: the held-out cases, and counts that tell of them. */
const ReportSchema = z.looseObject({
  report: z
    .looseObject({
      held_out: z.array(z.string()),
      tests: z.looseObject({ cases: z.array(z.looseObject({ status: z.string() })) }).optional(),
    })
    .nullable(),
});

/** A run as `show RUN --json` has it, without its held-out cases. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT. */
export const showRun = readTool<
  z.infer<typeof ShowRunArguments>,
  z.infer<typeof RunResult>,
  Pick<SessionWork, 'runs'>
>({
  name: 'show_run',
  arguments: ShowRunArguments,
  result: RunResult,
  read: async ({ run }, { runs }) => runForAgents(run, runs),
});

/** A run, as agents get it. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT. */
export function runForAgents(run: string, runs: SessionWork['runs']): Result<z.infer<typeof RunResult>> {
  const shown = runs.show(run);
  if (!shown.ok) return shown;
  const { value, isCut } = bounded(valueForAgents(plain(forAgents(shown.value)), runs.withheld(run)));
  return ok({ run: value, isCut });
}

/** As JSON has it: texts with their parts put in. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value, englishWords) ?? 'null');

function forAgents(run: unknown): unknown {
  const known = ReportSchema.safeParse(run);
  if (!known.success || known.data.report === null || known.data.report.held_out.length === 0) return run;
  const { held_out, ...report } = known.data.report;
  return withoutCases(
    { ...known.data, report: { ...report, ...uncounted('tests', report), ...uncounted('baseline', report) } },
    new Set(held_out),
  );
}

/** The counts of a summary count the held-out cases too. */
function uncounted(key: 'tests' | 'baseline', report: Readonly<Record<string, unknown>>) {
  const summary = report[key];
  if (typeof summary !== 'object' || summary === null) return {};
  return { [key]: { ...summary, passed: undefined, failed: undefined } };
}
