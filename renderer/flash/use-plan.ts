import { useEffect, useState } from 'react';
import { FLASH_CALLS, type FlashPlan, type FlashWanted } from '../../shared/ipc/flash.js';
import type { Result } from '../../shared/problem.js';
import { caller } from '../client.js';

const call = caller(FLASH_CALLS);

/**
 * What main says a flash would do; null while that is not known. Asked again when something else is wanted, and when
 * `bench` (the revision of what is plugged in) is another.
 */
export function usePlan(wanted: FlashWanted | null, bench: number): Result<FlashPlan> | null {
  const [plan, setPlan] = useState<Result<FlashPlan> | null>(null);
  const key = JSON.stringify(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is `wanted`, compared by value; `bench` says when to ask again
  useEffect(() => {
    let late = false;
    if (wanted === null) setPlan(null);
    else
      void call('planFlash', wanted).then((told) => {
        if (!late) setPlan(told);
      });
    return () => {
      late = true;
    };
  }, [key, bench]);
  return wanted === null ? null : plan;
}
