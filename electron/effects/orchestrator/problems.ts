import type { Problem } from '../../../shared/problem.js';
import type { CampaignOutcome } from './bench.js';

type Fatal = Extract<CampaignOutcome, { type: 'fatal_error' }>;

/** What ends a campaign: no row but the last is for it. */
export const fatal = (problem: Problem, state: Fatal['state']): Fatal => ({
  type: 'fatal_error',
  reason: problem.message,
  evidence: [],
  problem,
  state,
});
