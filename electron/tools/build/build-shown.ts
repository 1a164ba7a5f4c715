import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { BuildResult, Diagnostic } from '../../../shared/results.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';

/** Diagnostics of one result, errors first; characters of one message, and of the end of the output. */
const MOST_DIAGNOSTICS = 40;
const MOST_TEXT = 500;
const MOST_OUTPUT = 4000;

const DiagnosticShownSchema = z.object({
  severity: z.enum(['error', 'warning', 'note']),
  message: z.string(),
  /** Relative to the repository. */
  file: z.string().optional(),
  line: z.number().optional(),
  column: z.number().optional(),
});

export const BuildShownSchema = z.object({
  success: z.boolean(),
  exit_code: z.number().nullable(),
  timed_out: z.boolean(),
  diagnostics: z.array(DiagnosticShownSchema),
  /** Diagnostics that are not shown. */
  left_out: z.number(),
  /** What was made; `id` names it to other tools. */
  artifacts: z.array(z.object({ id: z.string(), kind: z.string(), bytes: z.number() })),
  /** Why it failed, where no diagnostic says it. */
  problem: z.string().optional(),
  /** The end of what was printed; only of a build that failed. */
  output: z.string().optional(),
  duration_ms: z.number(),
});
export type BuildShown = z.infer<typeof BuildShownSchema>;

const RANK: Readonly<Record<Diagnostic['severity'], number>> = { error: 0, warning: 1, note: 2 };

/** A build as it is shown to a model. @param artifacts the folder that holds its log */
export async function buildShown(build: BuildResult, artifacts: string): Promise<BuildShown> {
  const sorted = [...build.diagnostics].sort((a, b) => RANK[a.severity] - RANK[b.severity]);
  const problem = problemOf(build);
  const output =
    build.success || !build.log ? '' : await readFile(path.join(artifacts, build.log.path), 'utf8');
  return {
    ...{ success: build.success, exit_code: build.exit_code, timed_out: build.timed_out },
    diagnostics: sorted.slice(0, MOST_DIAGNOSTICS).map(diagnosticShown),
    left_out: Math.max(0, sorted.length - MOST_DIAGNOSTICS),
    artifacts: build.artifacts.map(({ sha256: id, kind, bytes }) => ({ id, kind, bytes })),
    ...(problem === null ? {} : { problem }),
    ...(output === '' ? {} : { output: visible(output).slice(-MOST_OUTPUT) }),
    duration_ms: Math.round(build.duration_ms),
  };
}

const diagnosticShown = ({
  severity,
  message,
  location,
}: Diagnostic): z.infer<typeof DiagnosticShownSchema> => ({
  severity,
  message: visible(message).slice(0, MOST_TEXT),
  ...(location && { file: location.file, line: location.line, column: location.column }),
});

function problemOf({ toolchain_missing, overrun, killed }: BuildResult): string | null {
  if (toolchain_missing) return `${toolchain_missing.tool} is not installed: ${toolchain_missing.install}`;
  if (overrun) return inEnglish(overrun.message);
  return killed ? `${killed.signal} ended ${killed.program}` : null;
}
