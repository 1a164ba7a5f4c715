import type { ResumePolicy } from '../../engine/effect.js';
import type { CoordinatorWork } from '../../machine/coordinator/states.js';

/** All that is written lies in throwaway copies, which are made anew. */
export const ROUNDTABLE_RESUME: Readonly<Record<CoordinatorWork, ResumePolicy>> = {
  intake: 'rerun',
  plan: 'rerun',
  build: 'rerun',
  review: 'rerun',
  test: 'reconcile',
  iterate: 'rerun',
};
