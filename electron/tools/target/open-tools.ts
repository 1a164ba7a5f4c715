import path from 'node:path';
import type { Policy } from '../../../shared/policy.js';
import { ok, type Result } from '../../../shared/problem.js';
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

/**
 * Errors: ENV_ERROR where programs cannot be confined.
 *
 * @param o.wasmDir folder with the program that owns ports
 */
export async function openTools(o: {
  home: string;
  wasmDir: string;
  children: ChildRegistry;
  now: () => number;
  policy: Pick<Policy, 'confinement'>;
}): Promise<Result<OpenTools>> {
  const { home, children } = o;
  const detected = await detectConfinement(o.policy.confinement);
  if (!detected.ok) return detected;
  const confinement = detected.value;
  const nextRuns = createNextRuns();
  const exec = createExec({ children, confinement, hidden: home, next: nextRuns });
  return ok({
    ...{ home, exec, nextRuns, confinement },
    targetTools: { exec, children, home, brokerFile: path.join(o.wasmDir, 'broker.js') },
    buildApprovals: storedApprovals(home, 'build', o.now),
  });
}
