import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { COVERAGE_KIND } from '../../../../shared/coverage.js';
import type { Problem } from '../../../../shared/problem.js';
import { type ReportBody, ReportBodySchema } from '../../../../shared/report.js';
import { reportFile } from '../../../files/home-folder.js';
import { obstacleTo } from '../../../files/obstacle.js';
import { replaceFile } from '../../../files/replace-file.js';
import { isDiskFull, storeError } from '../../../journal/database.js';
import type { RunPaths } from '../../../tools/run-paths.js';
import { encodeText } from '../../../workspace/text.js';
import type { FirmwareBench } from '../bench.js';

/** What a run changed, beside its report. */
export const PATCH_FILE = 'result.patch';

/**
 * Writes report, patch file and knowledge entry, each whole or not at all; repeating it is harmless. The journal says next that the
 * run is finished, so all of them outlive a power cut. @throws error of the
 * store, with HOME_UNWRITABLE: a run is not over without its report.
 */
export async function writeReport(bench: FirmwareBench, report: ReportBody): Promise<void> {
  const { report: dir } = bench.paths;
  try {
    await writeFiles(bench, dir, report);
  } catch (error) {
    throw isDiskFull(error) ? error : storeError(notWritten(error, dir, report.run));
  }
}

async function writeFiles(bench: FirmwareBench, dir: string, report: ReportBody): Promise<void> {
  await mkdir(dir, { recursive: true });
  await replaceFile(reportFile(bench.paths.dir), JSON.stringify(report, null, 2));
  if (report.patch !== null) await replaceFile(path.join(dir, PATCH_FILE), encodeText(report.patch));
  await mkdir(bench.knowledge, { recursive: true });
  await replaceFile(
    path.join(bench.knowledge, `${report.run}.json`),
    JSON.stringify(knowledgeOf(bench, report)),
  );
}

/** What was taken of an unproven run, put into its report: nothing else of it changes. */
export async function acceptedReport(
  run: RunPaths,
  taken: { branch: string; patch: string; class: number },
): Promise<void> {
  const file = reportFile(run.dir);
  const report = ReportBodySchema.parse(JSON.parse(await readFile(file, 'utf8')));
  const candidates = report.candidates.map((each) =>
    each.class === taken.class ? { ...each, status: 'taken' as const } : each,
  );
  const next = { ...report, candidates, branch: taken.branch, patch: taken.patch };
  await replaceFile(path.join(run.report, PATCH_FILE), encodeText(taken.patch));
  await replaceFile(file, JSON.stringify(next, null, 2));
}

const notWritten = (error: unknown, dir: string, run: string): Problem => ({
  code: 'HOME_UNWRITABLE',
  message: `the report cannot be written: ${obstacleTo(dir) ?? String(error)}`,
  where: dir,
  next: `put that right, then go on: benchloop resume ${run}`,
});

/** What later runs may learn from this one (seed §2.2, "knowledge entry"). */
const knowledgeOf = (bench: FirmwareBench, report: ReportBody) => ({
  run: report.run,
  repo: bench.loaded.repoRoot,
  profile: bench.profile.id,
  goal: report.goal,
  final_status: report.final_status,
  verdict: report.verdict,
  hypotheses: report.hypotheses,
  patch: report.patch,
  coverage: report.artifacts.find(({ kind }) => kind === COVERAGE_KIND)?.sha256 ?? null,
  failing:
    report.baseline?.cases.filter((c) => c.status !== 'pass' && !report.held_out.includes(c.name)) ?? [],
});
