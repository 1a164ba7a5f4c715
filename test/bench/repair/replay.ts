import { createHash } from 'node:crypto';
import type { Figures } from '../../../electron/machine/firmware-loop/confidence.js';
import type { Choice } from '../../../shared/choice.js';
import { type Decision, decide, type SeenCase } from './decide.js';
import type { Observation } from './figures.js';
import type { CaseRecord, Judgement } from './record.js';

/** How a recording is replayed. */
export interface Setting {
  /** Candidates that were found later are not there, s. */
  seconds: number;
  /** So many of the held-out examples belong to the task; the others judge. */
  heldOut: number;
}

/** A recorded case under a setting: what a run knows, and beside it what is true. */
export interface ReplayedCase {
  name: string;
  project: string;
  seen: SeenCase;
  /** Of each candidate; null: somebody has to say. */
  right: readonly (boolean | null)[];
}

/** What a person said, by case and patch. */
export const judgedByPerson =
  (judgements: readonly Judgement[]) =>
  (name: string, patch: string): boolean | null =>
    judgements.findLast((one) => one.case === name && one.patch.trim() === patch.trim())?.right ?? null;

/**
 * The case as the setting lets it be seen; null where it cannot be: it has fewer held-out examples than are to be held out, with
 * one left to judge. Which ones belong to the task follows from the case's name.
 */
export function replayed(
  record: CaseRecord,
  setting: Setting,
  byPerson: ReturnType<typeof judgedByPerson>,
): ReplayedCase | null {
  if (setting.heldOut > 0 && record.heldOut.length <= setting.heldOut) return null;
  const mine = new Set(drawn(record, setting.heldOut));
  const ofTask = (bits: string) => [...bits].filter((_, at) => mine.has(at)).map((bit) => bit === '1');
  const found = record.candidates.filter((one) => foundFirst(one) <= setting.seconds * 1000);
  return {
    name: record.case,
    project: record.project,
    seen: {
      unpatched: ofTask(record.unpatched),
      candidates: found.map((one) => ({
        choice: one,
        // A patch that the judge could not build fails what is held out, as it would in a run.
        heldOut: one.judged.built ? ofTask(one.judged.heldOut) : [...mine].map(() => false),
      })),
    },
    right: found.map(({ judged, patch }) => {
      if (judged.truth === 'person') return byPerson(record.case, patch);
      if (record.set === 'history') return judged.truth === 'right';
      return judged.built && [...judged.heldOut].every((bit, at) => mine.has(at) || bit === '1');
    }),
  };
}

/** A class is there from its first edit on, whichever of them is tried. */
const foundFirst = ({ found_ms, same }: Choice): number =>
  Math.min(found_ms, ...same.map((each) => each.found_ms));

/** Positions of `count` held-out examples, chosen by a hash of case and example. */
function drawn(record: CaseRecord, count: number): number[] {
  const key = (at: number) =>
    createHash('sha256').update(`${record.case}/${record.heldOut[at]}`).digest('hex');
  return [...record.heldOut.keys()].sort((a, b) => (key(a) < key(b) ? -1 : 1)).slice(0, count);
}

/** What a replay of one case came to. `right` is null where nobody has judged the answer yet. */
export interface Ended {
  name: string;
  end: Decision['end'];
  right: boolean | null;
  confidence: number | null;
}

/** Decides a case by figures that were counted without its project. */
export function endOf(one: ReplayedCase, figures: ReadonlyMap<string, Figures>, threshold: number): Ended {
  const { tried, end, answer } = decide(one.seen, figures.get(one.project) ?? {}, threshold);
  const confidence = tried.find(({ candidate }) => candidate === answer)?.confidence ?? null;
  return { name: one.name, end, confidence, right: answer === null ? null : (one.right[answer] ?? null) };
}

/** What is counted: of each case all that a run would put on the target if it believed none. Answers that nobody judged are left out. */
export function observationsOf(cases: readonly ReplayedCase[]): Observation[] {
  return cases.flatMap((one) =>
    decide(one.seen, {}, Number.POSITIVE_INFINITY).tried.flatMap(({ candidate, rejected, bucket }) => {
      const right = one.right[candidate] ?? null;
      return rejected || right === null ? [] : [{ case: one.name, project: one.project, bucket, right }];
    }),
  );
}
