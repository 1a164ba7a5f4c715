import { describe, expect, it } from 'vitest';
import type { Transition } from '../../../shared/events.js';
import { conversationOf, type Item, promptsOf } from '../../../shared/session-conversation.js';
import type { SessionPanel, ShownCall } from '../../../shared/session-panel.js';
import { transition } from '../../fixtures/ipc/scripted-core.js';

const call = (n: number, more: Partial<ShownCall> = {}): ShownCall => ({
  ...{ n, tool: 'read_file', args: '{}', status: 'ok', error: null, hasResult: true, canUndo: false },
  ...more,
});
const summary = {
  ...{ text: 'the goal is met', model: null, files_changed: [], verification: 'none' as const },
  ...{ rollback: 'no file was changed', blocked: null, manual_steps: [] },
};
const panel = (more: Partial<SessionPanel> = {}): SessionPanel => ({
  ...{ turn: 1, steps: [], calls: [], pending: [], summary: null, branch: null, blocked: null },
  ...{ finished: false, mode: 'turn', ...more },
});

/** A trace from `FROM event` words, each with a reason of its own. */
const trace = (...rows: string[]): Transition[] =>
  rows.map((row, at) => {
    const [from = '', event = ''] = row.split(' ');
    return { ...transition(at + 1, from, 'X'), event, reason: `because ${at + 1}` };
  });
const drawn = (items: readonly Item[]): string[] =>
  items.map((item) =>
    item.kind === 'call'
      ? `call ${item.call.n}`
      : `${item.kind}${'isNow' in item && item.isNow ? ' now' : ''}`,
  );

const ASKED = 'IDLE USER_MESSAGE';
const MADE = 'EXECUTING TOOL_CALL_RESULT';
const ENDED = 'SUMMARIZING summarized';

describe('the conversation of a session', () => {
  it('has words, plan, calls and end in the order in which they happened', () => {
    const rows = trace(ASKED, 'INTAKE understood', 'PLANNING planned', MADE, MADE, ENDED, 'DONE reported');
    const items = conversationOf(rows, panel({ calls: [call(1), call(2)], summary }));
    expect(drawn(items)).toEqual(['operator', 'plan now', 'call 1', 'call 2', 'end now']);
    expect(items[0]).toMatchObject({ words: 'because 1', at: rows[0]?.at });
  });

  it('has calls that are under way last', () => {
    const items = conversationOf(
      trace(ASKED, 'PLANNING planned', MADE),
      panel({ calls: [call(1)], pending: [call(2, { status: 'started' }), call(3)] }),
    );
    expect(drawn(items)).toEqual(['operator', 'plan now', 'call 1', 'call 2', 'call 3']);
  });

  it('has a call that was refused behind the answer, as it has no result', () => {
    const refused = call(1, { status: 'denied', hasResult: false });
    const items = conversationOf(
      trace(ASKED, 'PLANNING planned', 'AWAITING_CONFIRMATION CONFIRM', MADE),
      panel({ calls: [refused, call(2)] }),
    );
    expect(drawn(items)).toEqual(['operator', 'plan now', 'note', 'call 1', 'call 2']);
  });

  it('takes no call for a refused one where a person said yes', () => {
    const items = conversationOf(
      trace(ASKED, 'AWAITING_CONFIRMATION CONFIRM', 'EXECUTING step_failed', MADE),
      panel({ calls: [call(1)] }),
    );
    expect(drawn(items)).toEqual(['operator', 'note', 'note', 'call 1']);
  });

  it('shows the summary that is known with the last turn alone, and not in a turn that has just begun', () => {
    const first = [ASKED, 'PLANNING planned', ENDED];
    expect(
      drawn(conversationOf(trace(...first, ASKED, 'PLANNING planned', ENDED), panel({ summary }))),
    ).toEqual(['operator', 'plan', 'end', 'operator', 'plan now', 'end now']);
    const begun = panel({ summary: null, steps: null });
    expect(drawn(conversationOf(trace(...first, ASKED), begun))).toEqual([
      'operator',
      'plan',
      'end',
      'operator',
    ]);
  });

  it('tells that files were taken back', () => {
    const undone = call(1, { status: 'undone' });
    const rows = trace(ASKED, MADE, ENDED, 'IDLE undo_requested', 'EXECUTING undone', ENDED);
    const items = conversationOf(rows, panel({ calls: [undone], summary }));
    expect(drawn(items)).toEqual(['operator', 'call 1', 'end', 'note', 'end now']);
  });

  it('leaves nothing out and fails at nothing while trace and calls are not of the same moment', () => {
    expect(drawn(conversationOf(trace(ASKED, MADE, MADE), panel({ calls: [call(1)] })))).toEqual([
      'operator',
      'call 1',
    ]);
    expect(drawn(conversationOf(trace(ASKED), panel({ calls: [call(1), call(2)] })))).toEqual([
      'operator',
      'call 1',
      'call 2',
    ]);
    expect(conversationOf([], panel())).toEqual([]);
  });

  it('has the requests to models that a transition names beside what it led to', () => {
    const [row = transition(1, 'A', 'B')] = trace('PLANNING planned');
    const evidence = ['report', 'prompts/main.3.1.json', 'calls/1.json'];
    expect(promptsOf({ evidence })).toEqual(['prompts/main.3.1.json']);
    expect(conversationOf([{ ...row, evidence }], panel())).toMatchObject([
      { kind: 'plan', prompts: ['prompts/main.3.1.json'] },
    ]);
  });
});
