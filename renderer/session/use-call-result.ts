import { useEffect, useState } from 'react';
import { SESSION_CALLS } from '../../shared/ipc/sessions.js';
import type { Problem } from '../../shared/problem.js';
import type { CallResult } from '../../shared/session-panel.js';
import { caller } from '../client.js';

const call = caller(SESSION_CALLS);

/** What is known of a call's result; null: it is being asked for. */
export type KnownResult = CallResult | { problem: Problem } | null;

/** Results of the run that is looked at: a call that was made has the same result ever after. */
const known = new Map<string, CallResult>();
let knownRun = '';

/** The result of a call, asked for once it is wanted. */
export function useCallResult(run: string, n: number, isWanted: boolean): KnownResult {
  if (knownRun !== run) known.clear();
  knownRun = run;
  const key = `${run} ${n}`;
  const [result, setResult] = useState<KnownResult>(() => known.get(key) ?? null);
  useEffect(() => {
    if (!isWanted || result !== null) return;
    let isShown = true;
    void call('callResult', { run, call: n }).then((told) => {
      if (told.ok) known.set(key, told.value);
      if (isShown) setResult(told.ok ? told.value : { problem: told.error });
    });
    return () => {
      isShown = false;
    };
  }, [isWanted, result, run, n, key]);
  return result;
}
