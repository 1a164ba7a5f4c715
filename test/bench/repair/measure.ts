import { mkdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import * as z from 'zod';
import { createExec } from '../../../electron/bench/process/exec.js';
import type { Exec } from '../../../shared/process.js';
import type { Flaw } from './data-set.js';
import { writeProject, writeTask } from './project.js';

/** What came of one flaw. */
export interface Outcome {
  flaw: string;
  /** A patch with which every given example passes. */
  plausible: boolean;
  /** It passes on the held-out examples too. */
  correct: boolean;
  /** From the start of the command to its end, ms. */
  took: number;
  /** In words: where the patch is, or why there is none. */
  told: string;
}

const Report = z.object({
  type: z.literal('report'),
  final_status: z.string(),
  reason: z.string(),
  patch: z.string().nullable(),
});
/** What a run needs besides its search: building, the baseline, confirming. Seconds. */
const BESIDE_SEARCH = 60;

/** Lets the command line repair one flaw in the empty folder `dir`, then tries the patch on the held-out examples. */
export async function measureFlaw(o: {
  cli: string;
  dir: string;
  flaw: Flaw;
  searchSec: number;
  confinement: Parameters<typeof createExec>[0]['confinement'];
}): Promise<Outcome> {
  await mkdir(o.dir, { recursive: true });
  const task = await writeTask(o.dir, o.flaw, o.searchSec);
  const argv = [o.cli, 'run', task, '--provider', 'rules', '--approve', 'all', '--json'];
  const ran = await execa(process.execPath, argv, {
    env: { BENCHLOOP_HOME: path.join(o.dir, 'home') },
    timeout: (2 * o.searchSec + BESIDE_SEARCH) * 1000,
    reject: false,
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = reportOf(ran.stdout);
  const plausible = report?.final_status === 'SUCCESS' && report.patch !== null;
  const exec = createExec({
    children: { started: () => {}, ended: () => {} },
    confinement: o.confinement,
  });
  const correct = plausible && (await holds(o.dir, o.flaw, report.patch ?? '', exec));
  await rm(path.join(o.dir, 'home'), { recursive: true, force: true });
  const told = plausible ? changed(report.patch ?? '') : (report?.reason ?? 'cut off at the time limit');
  return { flaw: o.flaw.name, plausible, correct, took: ran.durationMs, told };
}

function reportOf(output: string): z.infer<typeof Report> | null {
  const last = output.split('\n').findLast((line) => line.startsWith('{"type":"report"'));
  return last === undefined ? null : Report.parse(JSON.parse(last));
}

const changed = (patch: string): string =>
  patch
    .split('\n')
    .filter((line) => /^[+-](?![+-])/.test(line))
    .map((line) => line.replace(/\s+/g, ' '))
    .join(' | ');

async function holds(dir: string, flaw: Flaw, patch: string, exec: Exec): Promise<boolean> {
  const repo = path.join(dir, 'project');
  await execa('git', ['apply', '-'], { cwd: repo, input: patch });
  const source = await readFile(path.join(repo, 'src', 'program.c'), 'latin1');
  const judged = path.join(dir, 'held-out');
  await writeProject(judged, source, flaw.heldOut);
  const run = (...argv: string[]) =>
    exec({
      argv,
      cwd: judged,
      timeoutMs: 240_000,
      operation: 'held-out',
      confine: { writable: [judged] },
    });
  await run('make', '-s');
  const { stdout } = await run('./runner');
  const lines = Buffer.from(stdout).toString().split('\n');
  return lines.filter((line) => line.startsWith('ok ')).length === flaw.heldOut.length;
}
