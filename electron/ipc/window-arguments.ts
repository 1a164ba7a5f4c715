import { parseArgs } from 'node:util';
import { PACES, type Pace } from '../../shared/ipc.js';

export interface WindowArguments {
  /** Run this demo at once; `task` absent: the default one. */
  demo: { task: string | undefined; pace: Pace } | null;
}

/**
 * The application's own arguments: `--demo [--task NAME] [--pace slow|step|MS]`. Electron and Chromium have theirs on the
 * same line; those are not looked at.
 */
export function parseWindowArguments(argv: readonly string[]): WindowArguments {
  const { values } = parseArgs({
    args: [...argv],
    options: { demo: { type: 'boolean' }, task: { type: 'string' }, pace: { type: 'string' } },
    strict: false,
    allowPositionals: true,
  });
  if (values.demo !== true) return { demo: null };
  const task = typeof values.task === 'string' ? values.task : undefined;
  return { demo: { task, pace: paceOf(values.pace) } };
}

function paceOf(text: string | boolean | undefined): Pace {
  const ms = Number(text);
  if (typeof text === 'string' && Number.isInteger(ms) && ms >= 0) return ms;
  return PACES.find((pace) => pace === text) ?? 'full';
}
