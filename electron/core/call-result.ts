import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { CallResult } from '../../shared/session-panel.js';
import { text } from '../../shared/texts/words.js';
import { callFile, callResultIn } from '../effects/call-result.js';
import { runFolder, summarise, withRun } from './run-store.js';

/** What a call of a session gave. Errors: RUN_NOT_FOUND, ARTIFACT_MISSING. */
export async function callResult(home: string, run: string, n: number): Promise<Result<CallResult>> {
  const known = withRun(home, run, summarise);
  if (!known.ok) return known;
  const folder = runFolder(home, run);
  const found = await callResultIn(folder, n);
  return found ? ok(found) : fail(gone(callFile(folder, n)));
}

const gone = (file: string): Problem => ({
  code: 'ARTIFACT_MISSING',
  message: text`the result of this call is gone, or cannot be read`,
  where: file,
  next: text`it was moved or removed; the journal still has the call`,
});
