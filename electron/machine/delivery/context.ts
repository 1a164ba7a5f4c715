import type {
  CAPS,
  Committed,
  DeliveryOutcome,
  DeliveryReview,
  Deployed,
  HeldBoard,
  ProfileTest,
  RolledBack,
  Signals,
} from '../../../shared/delivery.js';
import type { Problem } from '../../../shared/problem.js';
import type { CheckRun } from '../../../shared/roundtable.js';
import type { Words } from '../../../shared/texts/words.js';
import type { Origin } from './states.js';

export type Capped = keyof typeof CAPS;

/** What the supervised session is told next. */
export interface Push {
  from: 'operator' | 'review' | 'answer' | 'lint' | 'test';
  /** For the session: English, or the operator's own words. */
  text: string;
}

/** Serialisable, and the whole memory of a delivery. */
export interface DeliveryContext {
  run: string;
  /** It is a part of a campaign and ends with its commit; absent: it is a run of its own. */
  is_part?: boolean;
  goal: string;
  /** The run whose work is delivered; null: it is developed here. */
  of: string | null;
  /** The first DEVELOPING finds its work done. */
  is_work_done: boolean;
  has_tests: boolean;
  /** Ids of the profiles to deploy to. */
  targets: readonly string[];
  /** For the session, the first first; empty: it has nothing to do. */
  pushes: readonly Push[];
  /** Node of the supervised session; null: there was none yet. */
  session: string | null;
  signals: Signals | null;
  /** What the session asked at the end of its last turn. */
  questions: readonly string[];
  /** Hash of the tree that the session left. */
  tree: string | null;
  /** Its diff against the commit that the work stands on. */
  patch: string;
  /** The commit that the work stands on, where the operator had it brought onto another one; absent: that of the run. */
  base?: string;
  /** The session's copy stands on a former commit: the next push begins another session. */
  is_session_behind?: boolean;
  retries: Readonly<Record<Capped, number>>;
  retry_reason: string | null;
  review: DeliveryReview | null;
  /** Issues that were sent to the session already, as text. */
  raised: readonly string[];
  lint: readonly CheckRun[];
  tests: readonly ProfileTest[];
  committed: Committed | null;
  /** Commits made so far: each has a branch of its own. */
  commits: number;
  /** Why nothing may be deployed; null: nothing stands in the way. */
  deploy_blocked: Words | null;
  /** What the boards held before the first write; null: not read yet. */
  held: readonly HeldBoard[] | null;
  /** What was written has to be taken back before anything else. */
  is_rolling_back: boolean;
  /** The operator has given it up: what was written is taken back, and then it ends. */
  is_canceled: boolean;
  /** The last failed deployment is not tried again. */
  is_deploy_final: boolean;
  deployed: readonly Deployed[];
  rolled_back: readonly RolledBack[];
  /** Where REFINING came from; null outside of it. */
  origin: Origin | null;
  /** Messages that REFINING has not understood yet. */
  unheard: readonly string[];
  messages: readonly string[];
  warnings: readonly Words[];
  last_error: Problem | null;
  /** Why the last move was made, where its event does not say it. */
  told: Words | null;
  outcome: DeliveryOutcome | null;
  reason: Words;
}

const NO_RETRIES: DeliveryContext['retries'] = { review: 0, lint: 0, test: 0, commit: 0, deploy: 0 };

/** What of a context is of one go: a go begins with the first event, and with each development that the operator asks for. */
export const newGo = (): Pick<
  DeliveryContext,
  | 'retries'
  | 'retry_reason'
  | 'raised'
  | 'deploy_blocked'
  | 'held'
  | 'is_rolling_back'
  | 'is_canceled'
  | 'is_deploy_final'
  | 'warnings'
  | 'outcome'
  | 'reason'
> => ({
  ...{ retries: NO_RETRIES, retry_reason: null, raised: [], deploy_blocked: null, held: null },
  ...{
    is_rolling_back: false,
    is_canceled: false,
    is_deploy_final: false,
    warnings: [],
    outcome: null,
    reason: '',
  },
});

/** The context before the first event; recorded with the run, so that a replay starts from the same one. */
export const firstDeliveryContext = (
  o: Pick<
    DeliveryContext,
    'run' | 'is_part' | 'goal' | 'of' | 'is_work_done' | 'has_tests' | 'targets' | 'pushes'
  >,
): DeliveryContext => ({
  ...o,
  ...newGo(),
  ...{
    session: null,
    signals: null,
    questions: [],
    tree: null,
    patch: '',
    review: null,
    lint: [],
    tests: [],
  },
  ...{ committed: null, commits: 0, deployed: [], rolled_back: [], origin: null, unheard: [], messages: [] },
  ...{ last_error: null, told: null },
});
