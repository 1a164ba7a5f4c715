import type { Transition } from './events.js';
import type { SessionPanel, ShownCall } from './session-panel.js';
import type { Words } from './texts/words.js';

interface Said {
  key: string;
  at: string;
  words: Words;
  /** Records of the requests to models that it came from. */
  prompts: readonly string[];
}

/** What stands in a conversation, in the order in which it happened. */
export type Item =
  /** The operator's own words. */
  | ({ kind: 'operator' } & Said)
  /** The plan; `isNow`: of the turn that is shown as it goes on. */
  | ({ kind: 'plan'; isNow: boolean } & Said)
  /** What happened besides. */
  | ({ kind: 'note' } & Said)
  /** The end of a turn; `isNow`: the one whose summary is known in full. */
  | ({ kind: 'end'; isNow: boolean } & Said)
  | { kind: 'call'; key: string; call: ShownCall };

/** How an event of a session is shown; others are seen by what they lead to. */
const KINDS: Readonly<Record<string, Exclude<Item['kind'], 'call'>>> = {
  ...{ USER_MESSAGE: 'operator', CLARIFICATION_ANSWER: 'operator', planned: 'plan', summarized: 'end' },
  ...{ CONFIRM: 'note', needs_clarification: 'note', refused: 'note', context_failed: 'note' },
  ...{ plan_failed: 'note', step_failed: 'note', undone: 'note', verified: 'note', verify_failed: 'note' },
  ...{ repairable: 'note', unrepairable: 'note', TIMEOUT: 'note', CANCEL: 'note', exception: 'note' },
};

/** What model requests a transition names as its evidence. */
export const promptsOf = ({ evidence }: Pick<Transition, 'evidence'>): string[] =>
  evidence.filter((name) => name.startsWith('prompts/'));

/** The conversation of a session, from its transitions and its calls. Total: what does not fit together yet is left out. */
export function conversationOf(trace: readonly Transition[], panel: SessionPanel): Item[] {
  const items: Item[] = [];
  const calls = [...panel.calls];
  const take = (): void => {
    const call = calls.shift();
    if (call) items.push({ kind: 'call', key: `call ${call.n}`, call });
  };
  for (const row of trace) {
    if (row.event === 'TOOL_CALL_RESULT') take();
    const kind = KINDS[row.event];
    if (kind !== undefined) items.push(itemOf(kind, row));
    // a call that was not made has no result
    if (row.from === 'AWAITING_CONFIRMATION' && isUnmade(calls[0])) take();
  }
  while (calls.length > 0) take();
  const waiting = panel.pending.map((call): Item => ({ kind: 'call', key: `call ${call.n}`, call }));
  return [...markNow(items, panel), ...waiting];
}

const isUnmade = (call: ShownCall | undefined): boolean => call?.status === 'denied' && !call.hasResult;

function itemOf(kind: Exclude<Item['kind'], 'call'>, row: Transition): Item {
  const said = { key: `row ${row.seq}`, at: row.at, words: row.reason, prompts: promptsOf(row) };
  return kind === 'plan' || kind === 'end' ? { kind, isNow: false, ...said } : { kind, ...said };
}

/** The newest plan and end are those that the panel holds, unless another turn has begun since. */
function markNow(items: readonly Item[], { steps, summary }: SessionPanel): Item[] {
  const turn = items.findLastIndex(({ kind }) => kind === 'operator');
  const plan = steps === null ? -1 : items.findLastIndex(({ kind }) => kind === 'plan');
  const end = summary === null ? -1 : items.findLastIndex(({ kind }) => kind === 'end');
  return items.map((item, at) =>
    (item.kind === 'plan' && at === plan) || (item.kind === 'end' && at === end && at > turn)
      ? { ...item, isNow: true }
      : item,
  );
}
