import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { matchesCase } from '../../../shared/case-pattern.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { type ReportBody, ReportBodySchema } from '../../../shared/report.js';
import { text } from '../../../shared/texts/words.js';
import { reportFile, runsFolder } from '../../files/home-folder.js';
import { openRunJournal } from '../../journal/run-journal.js';
import type { FirmwareContext } from '../../machine/firmware-loop/context.js';
import { firmwareLoop } from '../../machine/firmware-loop/table.js';
import { runPaths } from '../../tools/run-paths.js';
import { type FirmwareHeader, parseRunHeader } from '../firmware-loop/start/run-header.js';
import type { DeliveryHeader } from './header.js';
import { runMessage } from './run-message.js';

/** The work that a delivery begins with. */
export type Work = Pick<
  DeliveryHeader,
  'of' | 'patch' | 'message' | 'text' | 'loaded' | 'profile' | 'cases' | 'has_tests'
>;

/**
 * The work of a run of the firmware loop that converged, or that a person accepted. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT; USAGE for a
 * run that is another machine's, has not ended, or has nothing to deliver.
 *
 * @param home the data folder
 */
export async function convergedRun(home: string, run: string): Promise<Result<Work>> {
  const dir = path.join(runsFolder(home), run);
  if (!/^[\w.-]+$/.test(run) || !existsSync(dir))
    return fail({
      code: 'RUN_NOT_FOUND',
      message: text`there is no run ${run}`,
      next: text`list them with \`benchloop runs\``,
    });
  const known = read(dir);
  if (!known.ok) return known;
  const { header, context, report } = known.value;
  const isAccepted = report.candidates.some(({ status }) => status === 'taken');
  if (report.final_status !== 'SUCCESS' && !isAccepted) return fail(notConverged(run, report));
  if (report.patch === null || report.patch.trim() === '') return fail(nothingIn(run));
  return ok({
    ...{ of: run, patch: report.patch, text: null, loaded: header.loaded, profile: header.profile },
    message: await runMessage(context, runPaths(dir).clone),
    ...casesOf(header, report),
  });
}

interface Known {
  header: FirmwareHeader;
  context: FirmwareContext;
  report: ReportBody;
}

function read(dir: string): Result<Known> {
  const run = path.basename(dir);
  const opened = openRunJournal(dir);
  if (!opened.ok) return opened;
  const journal = opened.value;
  try {
    const [stored, at] = [journal.header(), journal.snapshot()];
    if (!stored.ok) return stored;
    if (!at.ok) return at;
    if (stored.value.machine !== firmwareLoop.id) return fail(otherRun(run, stored.value.machine));
    if (stored.value.machineVersion !== firmwareLoop.version) return fail(otherVersion(run));
    const header = parseRunHeader(stored.value.header, journal.file);
    if (!header.ok) return header;
    const file = reportFile(dir);
    if (!existsSync(file)) return fail(unfinished(run));
    const report = ReportBodySchema.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!report.success) return fail(unfinished(run));
    // written by this version's table
    return ok({ header: header.value, context: at.value.context as FirmwareContext, report: report.data });
  } finally {
    journal.close();
  }
}

/** What has to pass from now on, and what did not pass before and nobody asked for: it may not have run at all, as where the tree did not build. */
export function casesOf(
  { loaded }: Pick<FirmwareHeader, 'loaded'>,
  { tests, baseline }: Pick<ReportBody, 'tests' | 'baseline'>,
): Pick<Work, 'cases' | 'has_tests'> {
  const { cases, heldOut } = loaded.task.test;
  const isAsked = (name: string): boolean => matchesCase([...cases, ...heldOut], name);
  const failed = tests.cases.filter(({ status }) => status !== 'pass' && status !== 'skip');
  const passed = new Set(
    baseline?.cases.flatMap(({ name, status }) => (status === 'pass' ? [name] : [])) ?? [],
  );
  return {
    cases: {
      passing: tests.cases.flatMap(({ name, status }) => (status === 'pass' ? [name] : [])),
      known: failed.flatMap(({ name }) => (!passed.has(name) && !isAsked(name) ? [name] : [])),
    },
    has_tests: tests.cases.length > 0 || loaded.task.checks.unit.length > 0,
  };
}

const otherRun = (run: string, machine: string): Problem => ({
  code: 'USAGE',
  message: text`${run} is a run of ${machine}: only the work of a run of a task can be delivered`,
  next: text`name a run of a task: \`benchloop runs\` lists them`,
});

const otherVersion = (run: string): Problem => ({
  code: 'USAGE',
  message: text`run ${run} was made by another version of Benchloop, which this one cannot read`,
  next: text`deliver it with that version, or run its task again`,
});

const unfinished = (run: string): Problem => ({
  code: 'USAGE',
  message: text`run ${run} has no report yet`,
  next: text`take it to its end first: benchloop resume ${run}`,
});

const notConverged = (run: string, { final_status, verdict }: ReportBody): Problem => ({
  code: 'USAGE',
  message: text`run ${run} ended ${final_status} (${verdict}): only work that converged, or that a person accepted, is delivered`,
  next: text`see \`benchloop show ${run}\``,
});

const nothingIn = (run: string): Problem => ({
  code: 'USAGE',
  message: text`run ${run} changed nothing, so there is nothing to deliver`,
  next: text`see \`benchloop show ${run}\``,
});
