import type { RunView } from '../../shared/views.js';
import { ask } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';

/** Whether somebody is at it who can stop. */
export const canAbort = (run: RunView | null): run is RunView =>
  run !== null && run.summary.final_status === null && run.owner !== 'nobody';

/** Buttons and keys do the same; what is not possible now does nothing. */
export function resumeRun(): void {
  const run = useMirror.getState().run;
  if (run?.resumable) void ask('resume', { run: run.run, pace: 'full' });
}

export function stepRun(): void {
  const run = useMirror.getState().run;
  if (run?.paused) void ask('nextStep', { run: run.run });
}
