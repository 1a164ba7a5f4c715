import type {
  CoderProposal,
  MustFix,
  NextChoice,
  Round,
  RoundtableMode,
  RoundtableOutcome,
} from '../../../shared/roundtable.js';
import type { Words } from '../../../shared/texts/words.js';
import type { FirmwareContext } from '../firmware-loop/context.js';

/** What the operator said after an end. */
export interface FollowUp {
  text: string;
  /** The mode in which it goes on; null: as before. */
  mode: RoundtableMode | null;
}

/** Serialisable, and the whole memory of a roundtable. */
export interface CoordinatorContext {
  run: string;
  goal: string;
  mode: RoundtableMode;
  /** What coder and checks know of the tree: what the loop that asked knows, or what intake found out. */
  known: FirmwareContext;
  /** The proposal with which the first round begins; null: the coder makes it. */
  first: CoderProposal | null;
  /** What the search found besides, best first: proposed before it is asked again. */
  next: NextChoice[];
  /** A search without a model finds the same each time: it is made once. */
  is_searched: boolean;
  /** Counted from 1 in each go. */
  round: number;
  max_rounds: number;
  /** Every round of the run, those before a follow-up too. */
  rounds: Round[];
  must_fix: MustFix[];
  messages: FollowUp[];
  /** The commands that failed in the last round that tested, as JSON. */
  failed: { round: number; commands: string[] } | null;
  /** What sent the last round back; null in the first. */
  retry_reason: string | null;
  /** What the coder agreed on with the others before the operator confirmed it. */
  agreed: CoderProposal | null;
  patch: string | null;
  outcome: RoundtableOutcome | null;
  reason: Words;
}

/** The round that is under way. */
export const currentRound = ({ rounds }: CoordinatorContext): Round | null => rounds.at(-1) ?? null;

/** A round that was approved. Its tester gave nothing that can be used, so that nobody has tested it. */
export const isUntested = ({ review, test }: Round): boolean =>
  review?.decision === 'approve' && test === null;

/** The last round, where its proposal stands because only its tester failed; null: the coder proposes another. */
export function untestedRound({ retry_reason, rounds }: CoordinatorContext): Round | null {
  const last = rounds.at(-1);
  return retry_reason === 'tester_schema_invalid' && last !== undefined && isUntested(last) ? last : null;
}

/** The context before the first event; recorded with the run, so that a replay starts from the same one. */
export const firstCoordinatorContext = (o: {
  run: string;
  goal: string;
  mode: RoundtableMode;
  known: FirmwareContext;
  first: CoderProposal | null;
  next: readonly NextChoice[];
  maxRounds: number;
}): CoordinatorContext => ({
  ...{ run: o.run, goal: o.goal, mode: o.mode, known: o.known, first: o.first, next: [...o.next] },
  ...{ is_searched: o.first !== null, round: 1, max_rounds: o.maxRounds, rounds: [], must_fix: [] },
  ...{ messages: [], failed: null, retry_reason: null, agreed: null, patch: null, outcome: null, reason: '' },
});
