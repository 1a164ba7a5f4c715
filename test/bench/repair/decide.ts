import {
  beginChoosing,
  bestBelow,
  type Choosing,
  featuresOf,
  nextClass,
  settle,
} from '../../../electron/machine/firmware-loop/choosing.js';
import {
  bucketOf,
  confidenceOf,
  type Figures,
  pathsOf,
} from '../../../electron/machine/firmware-loop/confidence.js';
import type { Choice } from '../../../shared/choice.js';

/** A class as the run sees it: nothing that the judge knows, but whether each case that the task holds out passes. */
export interface SeenCandidate {
  choice: Choice;
  heldOut: readonly boolean[];
}

/** What a run knows of its case when its search is over. */
export interface SeenCase {
  /** In the order in which the product tries them. */
  candidates: readonly SeenCandidate[];
  /** Whether each held-out case passes without a patch. */
  unpatched: readonly boolean[];
}

/** A class that was put on the target. */
export interface Tried {
  /** Index among the candidates. */
  candidate: number;
  /** A held-out case fails with it. */
  rejected: boolean;
  /** The most special bucket that it falls into. */
  bucket: string;
  confidence: number | null;
}

export interface Decision {
  tried: readonly Tried[];
  /** NONE: no candidate passed what is held out. */
  end: 'SUCCESS' | 'UNPROVEN' | 'NONE';
  /** The one that is published, or told as the best; index among the candidates. */
  answer: number | null;
}

/** What the machine does with these classes, by its own functions: which it tries, how sure it is, and how it ends. */
export function decide(seen: SeenCase, figures: Figures, threshold: number): Decision {
  const failedBefore = seen.unpatched.filter((passes) => !passes).length;
  const known = { failedBefore, composite: false };
  const tried: Tried[] = [];
  let choosing = beginChoosing(
    seen.candidates.map(({ choice }) => choice),
    null,
  );
  for (let at = choosing.at; at !== null; at = choosing.at) {
    const one = tryClass(seen, choosing, at, known, figures);
    tried.push(one);
    if (!one.rejected && (one.confidence ?? 0) >= threshold) return { tried, end: 'SUCCESS', answer: at };
    choosing = settle(choosing, one.rejected ? 'rejected' : 'below', one.confidence);
    const next = nextClass(choosing, { ...known, figures, threshold });
    choosing = { ...choosing, at: next, changes: choosing.changes + 1 };
  }
  const answer = bestBelow(choosing);
  return { tried, end: answer === null ? 'NONE' : 'UNPROVEN', answer };
}

function tryClass(
  seen: SeenCase,
  choosing: Choosing,
  candidate: number,
  known: { failedBefore: number; composite: boolean },
  figures: Figures,
): Tried {
  const rejected = seen.candidates[candidate]?.heldOut.includes(false) ?? true;
  const features = featuresOf(choosing, candidate, known);
  if (!features) return { candidate, rejected, bucket: 'all', confidence: null };
  const bucket = pathsOf(bucketOf(features)).at(-1) ?? 'all';
  return { candidate, rejected, bucket, confidence: rejected ? null : confidenceOf(features, figures).value };
}
