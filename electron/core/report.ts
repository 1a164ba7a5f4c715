import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod';
import { fail, ok, type Result } from '../../shared/problem.js';
import type { Report } from '../../shared/report.js';
import { registered } from '../effects/registry.js';
import { reportFile } from '../files/home-folder.js';
import { runFolder } from './run-store.js';

/**
 * Reads a run's report; null before one is written, and for a machine that writes none. Error: ARTIFACT_MISSING if the
 * file cannot be read.
 */
export function readReport(
  home: string,
  { run, machine }: { run: string; machine: string },
): Result<Report | null> {
  const file = reportFile(runFolder(home, run));
  const schema = registered(machine)?.report?.schema;
  try {
    if (!schema || !existsSync(file)) return ok(null);
    return ok(schema.parse(JSON.parse(readFileSync(file, 'utf8'))));
  } catch (error) {
    return fail({
      code: 'ARTIFACT_MISSING',
      message: `the report cannot be read: ${whyUnreadable(error)}`,
      where: file,
      next: `put the file back from a backup; the journal still has the run: benchloop show ${run} --json`,
    });
  }
}

const whyUnreadable = (error: unknown): string => {
  if (error instanceof z.ZodError) return z.prettifyError(error).replace(/\s*\n\s*/g, ' ');
  return error instanceof Error ? error.message : String(error);
};
