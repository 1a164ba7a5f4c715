import { isDeepStrictEqual } from 'node:util';
import { englishWords } from '../../../shared/texts/words.js';
import { withoutUncompiled } from '../../agents/judgement/uncompiled.js';
import type { Rehearsal } from '../../effects/parts.js';
import { MAIN } from '../../journal/records.js';
import type { CompiledMachine } from '../../machine/compile.js';
import type { BaseEvent } from '../../machine/define.js';
import { type Snapshot, step } from '../../machine/step.js';
import type { Cassette } from '../replay.js';
import type { Replies } from './replies.js';

/** A judgement that was played again. */
export interface Judged {
  /** The transition that it caused, of its node. */
  seq: number;
  state: string;
  /** What the records of its requests are named after, NODE.SEQ. */
  visit: string;
  /** Judgements of it that are asked by another prompt now. */
  changed: string[];
  /** It comes to the same event. */
  same: boolean;
}

/** A node whose judgements are played again. */
export interface JudgedNode {
  path: string;
  machine: CompiledMachine<unknown, string, BaseEvent>;
  rehearsal: Rehearsal;
}

/** Plays every judgement of a node again for which there are replies, each at the context that it was made at. */
export async function rejudge(
  cassette: Cassette,
  { path, machine, rehearsal }: JudgedNode,
  replies: Replies,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  const start = path === MAIN ? cassette : cassette.nodes?.[path];
  let at: Snapshot<unknown, string> = {
    state: start?.initial_state ?? '',
    context: start?.initial_context,
  };
  for (const { node = MAIN, seq, event } of cassette.transitions) {
    if (node !== path) continue;
    const { state, context } = at;
    const told: BaseEvent = { reason: '', evidence: [], ...event };
    const visit = `${path}.${seq - 1}`;
    if (replies.has(visit)) {
      const now = await rehearsal.judge({ state, context, seq: seq - 1, event: told });
      const changed = replies.takeChanged();
      const isSpent = !rehearsal.isExact(state) || replies.isSpent(visit);
      const same = isSpent && isDeepStrictEqual(comparable(now), comparable(told));
      if (now !== null) judged.push({ seq, state, visit, changed, same });
    }
    at = step(machine, at, told).snapshot;
  }
  return judged;
}

/** An event without what is another each time: when it came, how long it took, the names of records, and what builds measured. */
function comparable(event: object | null): unknown {
  const {
    at: _,
    evidence: __,
    searched: ___,
    coverage: ____,
    ...rest
  } = JSON.parse(withoutUncompiled(JSON.stringify(event ?? {}, withoutTimes)));
  return rest;
}

const TIMES = new Set(['created_at', 'updated_at']);

const withoutTimes = (key: string, value: unknown): unknown =>
  TIMES.has(key) ? undefined : englishWords(key, value);
