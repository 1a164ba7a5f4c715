import { parseArgs } from 'node:util';
import { PACES, type Pace } from '../../shared/ipc/runs.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';

export interface WindowArguments {
  /** Run this demo at once; `task` absent: the default one. */
  demo: { task: string | undefined; pace: Pace } | null;
}

const MAX_MS = 60_000;

/**
 * The application's own arguments: `--demo [--task NAME] [--pace slow|step|MS]`. Electron and Chromium have theirs on the
 * same line; those are not looked at. Errors: USAGE for a pace that is none.
 */
export function parseWindowArguments(argv: readonly string[]): Result<WindowArguments> {
  const { values } = parseArgs({
    args: [...argv],
    options: { demo: { type: 'boolean' }, task: { type: 'string' }, pace: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  if (values.demo !== true) return ok({ demo: null });
  const task = typeof values.task === 'string' ? values.task : undefined;
  const pace = values.pace === undefined ? 'full' : paceOf(String(values.pace));
  return pace === null ? fail(noPace(String(values.pace))) : ok({ demo: { task, pace } });
}

function paceOf(text: string): Pace | null {
  const ms = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  return ms <= MAX_MS ? ms : (PACES.find((pace) => pace === text) ?? null);
}

const noPace = (text: string): Problem => ({
  code: 'USAGE',
  message: `--pace ${text} is no pace`,
  next: `use ${PACES.join(', ')} or milliseconds up to ${MAX_MS}`,
});
