import { existsSync, readFileSync } from 'node:fs';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import { type ReportBody, ReportBodySchema } from '../../../../shared/report.js';
import { text } from '../../../../shared/texts/words.js';
import { reportFile } from '../../../files/home-folder.js';
import { changedPaths } from '../../../workspace/declared-paths.js';

/** The report that a run of the firmware loop wrote. Errors: ARTIFACT_MISSING. @param dir the run's folder */
export function reportIn(dir: string): Result<ReportBody> {
  const where = reportFile(dir);
  if (!existsSync(where))
    return fail({ code: 'ARTIFACT_MISSING', message: text`the run's report is missing`, where });
  try {
    return ok(ReportBodySchema.parse(JSON.parse(readFileSync(where, 'utf8'))));
  } catch {
    return fail({ code: 'ARTIFACT_MISSING', message: text`the run's report cannot be read`, where });
  }
}

/** What a run changed; nothing where there is none, or its report is gone. */
export function changeOf(run: { dir: string } | null): {
  patch: string;
  files: string[];
  branch: string | null;
} {
  const report = run === null ? null : reportIn(run.dir);
  const patch = report?.ok ? (report.value.patch ?? '') : '';
  const branch = report?.ok ? report.value.branch : null;
  return { patch, branch, files: patch === '' ? [] : changedPaths(patch) };
}
