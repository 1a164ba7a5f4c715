import { ask } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';

/** Buttons and keys do the same; what is not possible now does nothing. */
export function abortRun(): void {
  const run = useMirror.getState().run;
  if (run !== null && run.summary.final_status === null && run.owner !== 'nobody')
    void ask('abort', { run: run.run });
}

export function resumeRun(): void {
  const run = useMirror.getState().run;
  if (run?.resumable) void ask('resume', { run: run.run, pace: 'full' });
}

export function stepRun(): void {
  const run = useMirror.getState().run;
  if (run?.paused) void ask('nextStep', { run: run.run });
}
