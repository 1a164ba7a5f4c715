import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Find } from '../../../shared/profile/find.js';
import { fittingPorts } from './find-board.js';
import { listPorts } from './list-ports.js';

/** A USB device that was switched on is there after some 2 s; one with a bootloader may come twice. */
const PATIENCE_MS = 15_000;
const ASK_MS = 250;

/** Waits until what a profile describes is plugged in. False: it did not come. */
export async function boardIsBack(find: Find, signal: AbortSignal): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const listed = await listPorts();
    if (listed.ok && (await fittingPorts(find, listed.value, 'port')).length > 0) return true;
    if (signal.aborted || performance.now() > until) return false;
    await delay(ASK_MS, undefined, { signal }).catch(() => undefined);
  }
}
