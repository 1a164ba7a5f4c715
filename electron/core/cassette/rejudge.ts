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
  /** The transition that it caused. */
  seq: number;
  state: string;
  /** Judgements of it that are asked by another prompt now. */
  changed: string[];
  /** It comes to the same event. */
  same: boolean;
}

/** Plays every judgement of the root again for which there are replies, each at the context that it was made at. */
export async function rejudge(
  { initial_state, initial_context, transitions }: Cassette,
  machine: CompiledMachine<unknown, string, BaseEvent>,
  replies: Replies,
  rehearsal: Rehearsal,
): Promise<Judged[]> {
  const judged: Judged[] = [];
  let at: Snapshot<unknown, string> = { state: initial_state, context: initial_context };
  for (const { node = MAIN, seq, event } of transitions) {
    if (node !== MAIN) continue;
    const { state, context } = at;
    const told: BaseEvent = { reason: '', evidence: [], ...event };
    if (replies.has(`${MAIN}.${seq - 1}`)) {
      const now = await rehearsal.judge({ state, context, seq: seq - 1 });
      const changed = replies.takeChanged();
      if (now !== null)
        judged.push({ seq, state, changed, same: isDeepStrictEqual(comparable(now), comparable(told)) });
    }
    at = step(machine, at, told).snapshot;
  }
  return judged;
}

/** An event without what is another each time: when it came, how long it took, the names of records, and what builds measured. */
function comparable(event: object): unknown {
  const {
    at: _,
    evidence: __,
    searched: ___,
    ...rest
  } = JSON.parse(withoutUncompiled(JSON.stringify(event, englishWords)));
  return rest;
}
