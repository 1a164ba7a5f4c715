import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'vitest';
import { type Report, ReportSchema } from '../../../shared/report.js';
import type { CommandLine, Ran } from '../../fixtures/loop/command-line.js';
import { type Edits, ON_QEMU, ringProject, targetProject, writeTask } from '../../fixtures/loop/projects.js';

/** A repository of the user with its task beside it, and a data folder of its own. */
export interface Job {
  home: string;
  dir: string;
  repo: string;
  task: string;
}

/** A ring project on this computer, or (`target`) on QEMU, with a task for it. */
export function prepare(
  cli: Pick<CommandLine, 'freshHome'>,
  o: { edits?: Edits; parts?: Readonly<Record<string, unknown>>; target?: boolean; name?: string },
): Job {
  const home = cli.freshHome();
  const dir = `${home}-user`;
  mkdirSync(dir);
  const name = o.name ?? 'fw';
  const repo = (o.target ? targetProject : ringProject)(path.join(dir, name), o.edits);
  const test = { ...(o.target ? (ON_QEMU.test as object) : {}), ...(o.parts?.test as object | undefined) };
  const parts = { ...(o.target ? ON_QEMU : {}), ...o.parts, test };
  return { home, dir, repo, task: writeTask(path.join(dir, 'task.yaml'), `./${name}`, parts) };
}

export interface Driven {
  ran: Ran;
  report: Report;
  /** `from → to` of every transition. */
  path: string[];
}

/** For what is found at once: the search does not go on among all the rest that may pass. */
export const FOUND_SOON = { searchTrials: 24 };

/** For what cannot be repaired: a search that ends at the same candidate on every computer, long before its time does. */
export const FEW_TRIALS = { searchTrials: 12, searchSec: 600 };

/** A person's policy that takes any patch that passes: for tests that are not about how sure a run is of its patch. */
export function believing(job: Job): Job {
  mkdirSync(job.home, { recursive: true });
  writeFileSync(path.join(job.home, 'policy.yaml'), 'successConfidence: 0\n');
  return job;
}

/** Runs a job to its end with everything approved. */
export async function runJob(
  cli: Pick<CommandLine, 'run'>,
  { home, dir, task }: Job,
  o: { args?: string[]; env?: Record<string, string> } = {},
): Promise<Driven> {
  const args = ['run', task, '--approve', 'all', '--json', ...(o.args ?? [])];
  const ran = await cli.run(args, { home, cwd: dir, env: o.env });
  const report = ReportSchema.safeParse(ran.lines.at(-1));
  if (!report.success)
    throw new Error(`no report (exit ${ran.code}): ${ran.stdout.slice(-1500)}${ran.stderr}`);
  const moves = ran.lines.filter((line) => line.type === 'transition');
  expect(ran.code).toBe({ SUCCESS: 0, FAILURE: 1, ABORTED: 3 }[report.data.final_status]);
  return { ran, report: report.data, path: moves.map((t) => `${t.from} → ${t.to}`) };
}

/** Name → status of the report's cases. */
export const statuses = (report: Report): Record<string, string> =>
  Object.fromEntries(report.tests.cases.map((c) => [c.name, c.status]));
