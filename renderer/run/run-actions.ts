import type { RunView } from '../../shared/views.js';
import { ask } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';

/** Whether somebody is at it who can stop. */
export const canAbort = (run: RunView | null): run is RunView =>
  run !== null && run.summary.final_status === null && run.owner !== 'nobody';

/** Whether there is work to be delivered: the run converged with a patch, or a person accepted the one that it offered. */
export const canDeliver = ({ report }: RunView): boolean =>
  report !== null &&
  (report.patch ?? '').trim() !== '' &&
  (report.final_status === 'SUCCESS' || report.candidates.some(({ status }) => status === 'taken'));

/** Buttons and keys do the same; what is not possible now does nothing. */
export function resumeRun(): void {
  const run = useMirror.getState().run;
  if (run?.resumable) void ask('resume', { run: run.run, pace: 'full' });
}

export function stepRun(): void {
  const run = useMirror.getState().run;
  if (run?.paused) void ask('nextStep', { run: run.run });
}
