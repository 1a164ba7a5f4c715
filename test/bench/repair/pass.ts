import { createHash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import type { BenchCase } from './case.js';
import { type CaseRecord, type RunReport, RunReportSchema } from './record.js';

/** What a run needs besides its search: building, the baseline, confirming. Seconds. */
const BESIDE_SEARCH = 120;
const MOST_OUTPUT = 256 * 1024 * 1024;

/** The cases in an order that is the same every time and has nothing to do with their names: a pass that is cut off is a fair sample. */
export const shuffled = <T extends { name: string }>(cases: readonly T[]): T[] =>
  cases
    .map((one) => ({ one, key: createHash('sha256').update(one.name).digest('hex') }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ one }) => one);

/** Lets the command line repair each case, judges all that it found, and appends a line to `out` for each case. */
export async function runPass(o: {
  cases: readonly BenchCase[];
  out: string;
  seconds: number;
  jobs: number;
  show: (record: CaseRecord) => void;
}): Promise<void> {
  const cli = path.join(process.cwd(), 'dist', 'cli.js');
  const work = await mkdtemp(path.join(os.tmpdir(), 'benchloop-repair-'));
  const left = o.cases.values();
  const job = async (): Promise<void> => {
    for (const one of left) {
      const dir = path.join(work, one.name);
      await mkdir(dir, { recursive: true });
      const record = await recordOf(cli, one, dir, o.seconds);
      await appendFile(o.out, `${JSON.stringify(record)}\n`);
      o.show(record);
      await rm(dir, { recursive: true, force: true });
    }
  };
  try {
    await Promise.all(Array.from({ length: o.jobs }, job));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function recordOf(cli: string, one: BenchCase, dir: string, seconds: number): Promise<CaseRecord> {
  const task = await one.write(dir, seconds);
  const argv = [cli, 'run', task, '--provider', 'rules', '--approve', 'all', '--json'];
  const ran = await execa(process.execPath, argv, {
    env: { BENCHLOOP_HOME: path.join(dir, 'home') },
    timeout: (2 * seconds + BESIDE_SEARCH) * 1000,
    reject: false,
    maxBuffer: MOST_OUTPUT,
  });
  const report = reportOf(ran.stdout);
  const candidates = report?.candidates ?? [];
  const verdicts = await one.judge(
    dir,
    candidates.map(({ patch }) => patch),
  );
  return {
    set: one.set,
    case: one.name,
    project: one.project,
    seconds,
    took: ran.durationMs,
    report: report && {
      final_status: report.final_status,
      verdict: report.verdict,
      reason: report.reason,
      confidence: report.confidence,
    },
    heldOut: verdicts.heldOut,
    unpatched: verdicts.unpatched,
    fix: verdicts.fix,
    candidates: candidates.flatMap((candidate, index) => {
      const judged = verdicts.judged[index];
      return judged === undefined ? [] : [{ ...candidate, judged }];
    }),
  };
}

function reportOf(output: string): RunReport | null {
  const last = output.split('\n').findLast((line) => line.startsWith('{"type":"report"'));
  return last === undefined ? null : RunReportSchema.parse(JSON.parse(last));
}
