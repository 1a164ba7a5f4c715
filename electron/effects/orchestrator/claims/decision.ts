import type { Delivered } from '../../../../shared/campaign.js';
import type { AcceptReview } from '../../../../shared/deliverables.js';
import type { Judged } from './judge.js';
import type { RunFacts } from './run-facts.js';

/** Verdicts of runs that may come out otherwise next time. */
const AGAIN: readonly string[] = ['FLAKY', 'ENV_ERROR'];

/** Ends of a delivery that another run of the same task does not change: a check or a case fails, or a person said no to the commit. */
const REFUSED: readonly string[] = ['incomplete_lint_failed', 'incomplete_tests_failed', 'commit_failed'];

/** What an attempt came to. */
export interface Attempt {
  /** Null: none of this campaign was dispatched. */
  facts: Pick<RunFacts, 'ending'> | null;
  /** Null: nothing was delivered. */
  delivered: Pick<Delivered, 'outcome'> | null;
  judged: Pick<Judged, 'rejected_claims'>;
}

/** Policy: what the target or the delivery refuted needs another plan; what the environment spoiled, or nobody could show, is tried again. */
export function decisionOf({ facts, delivered, judged }: Attempt): AcceptReview['decision'] {
  if (judged.rejected_claims.length === 0) return 'pass';
  if (facts === null) return 'retry';
  if (facts.ending.exit === 0) return REFUSED.includes(delivered?.outcome ?? '') ? 'replan' : 'retry';
  return AGAIN.includes(facts.ending.verdict ?? '') ? 'retry' : 'replan';
}
