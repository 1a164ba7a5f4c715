import path from 'node:path';
import type { ChildRegistry } from '../../../shared/process.js';
import { detectConfinement } from '../../bench/process/confine.js';
import { createExec } from '../../bench/process/exec.js';
import { createNextRuns, type NextRuns } from '../../bench/process/next.js';
import { storedApprovals } from '../../engine/stored-approvals.js';
import type { TestWork } from './test-work.js';

/** What programs are run with, and who agreed to builds. */
export interface OpenTools
  extends Pick<TestWork, 'home' | 'exec' | 'confinement' | 'targetTools' | 'buildApprovals'> {
  /** What `exec` has set up ahead; to be closed by whoever opened it. */
  nextRuns: NextRuns;
}

/** @param o.wasmDir folder with the program that owns ports */
export async function openTools(o: {
  home: string;
  wasmDir: string;
  children: ChildRegistry;
  now: () => number;
}): Promise<OpenTools> {
  const { home, children } = o;
  const confinement = await detectConfinement();
  const nextRuns = createNextRuns();
  const exec = createExec({ children, confinement, next: nextRuns });
  return {
    ...{ home, exec, nextRuns, confinement },
    targetTools: { exec, children, home, brokerFile: path.join(o.wasmDir, 'broker.js') },
    buildApprovals: storedApprovals(home, 'build', o.now),
  };
}
