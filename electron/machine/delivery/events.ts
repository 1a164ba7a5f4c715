import type {
  Committed,
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
import type { BaseEvent } from '../define.js';
import type { DeliveryState } from './states.js';

type Event<T extends string, D = unknown> = BaseEvent & { type: T } & D;

/** What DEVELOPING leaves. */
export interface Reply {
  /** Node of the session; null: none was needed. */
  session: string | null;
  signals: Signals | null;
  questions: string[];
  tree: string;
  patch: string;
  /** The commit that the work stands on now; absent: it has not been brought onto another one. */
  base?: string;
  /** What a reader of the report should know of this. */
  notes?: Words[];
}
type Failed = { problem: Problem };

/** Events of the delivery, named after the seed's signals. */
export type DeliveryEvent =
  | Event<'init'>
  /** "AI 回复结束". */
  | Event<'reply_ended', Reply>
  | Event<'has_issue', { review: DeliveryReview; push: string }>
  | Event<'no_issue', { review: DeliveryReview }>
  /** `push`: what the session is told in answer to its question. */
  | Event<'ai_question', { push: string; by: 'brain' | 'operator' }>
  | Event<'lint_pass', { checks: CheckRun[] }>
  | Event<'lint_fail', { checks: CheckRun[]; push: string; only_style: boolean }>
  /** `left`: profiles on which nothing has run yet. */
  | Event<'test_pass', { tests: ProfileTest[]; left: number }>
  | Event<'test_fail', { tests: ProfileTest[]; push: string }>
  | Event<'commit_success', { committed: Committed }>
  /** `is_final`: trying again cannot help. */
  | Event<'commit_fail', Failed & { is_final: boolean }>
  /** What the boards hold is known, and nothing is written yet. */
  | Event<'deploy_prepared', { held: HeldBoard[] }>
  | Event<'deploy_success', { deployed: Deployed }>
  | Event<'deploy_fail', Failed & { is_final: boolean }>
  | Event<'rolled_back', { board: RolledBack }>
  | Event<'user_message', { text: string }>
  | Event<'develop', { push: string }>
  | Event<'deploy'>
  | Event<'stay', { note: string | null }>
  | Event<'cancel'>
  | Event<'TIMEOUT', { state: DeliveryState }>
  | Event<'exception', Failed & { state: DeliveryState }>;

export type DeliveryEventType = DeliveryEvent['type'];
export type EventOf<T extends DeliveryEventType> = Extract<DeliveryEvent, { type: T }>;
