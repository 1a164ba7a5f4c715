import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerGate } from '../../../electron/core/answer-gate.js';
import { runFolder } from '../../../electron/core/run-store.js';
import { createRunJournal } from '../../../electron/journal/create.js';
import { openRunJournal, type RunJournal } from '../../../electron/journal/run-journal.js';
import { type Channel, codeOf, type Gate, IN_WORDS } from '../../../shared/events.js';
import { english } from '../../fixtures/english.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { change, first, header, gate as known } from '../../fixtures/journal.js';

const SHOWN = '0123abcd'.repeat(8);
const OTHER = 'fedc9876'.repeat(8);
const gate: Gate = { ...known, gate: 'main.0.patch', binding: SHOWN, code: codeOf(SHOWN) };

let home: string;
beforeEach(() => {
  home = tempDir();
  const journal = value(createRunJournal(runFolder(home, 'r'), header, first));
  journal.putGate(gate);
  journal.close();
});

function withJournal<T>(use: (journal: RunJournal) => T): T {
  const journal = value(openRunJournal(runFolder(home, 'r')));
  try {
    return use(journal);
  } finally {
    journal.close();
  }
}

const recorded = (): Gate | undefined => withJournal((journal) => value(journal.gates())[0]);
const asksOther = (): void => withJournal((journal) => journal.putGate({ ...gate, binding: OTHER }));
const policy = (text: string): void => writeFileSync(path.join(home, 'policy.yaml'), text);
const answer = (seen: { binding: string } | { code: string | undefined }, by: Channel) =>
  answerGate(home, 'r', gate.gate, { answer: 'yes', by, seen });

describe('an answer from the command line', () => {
  it('counts with the code that was shown', () => {
    expect(gate.code).toBe('0123abcd');
    expect(answer({ code: '0123ABCD' }, 'command line').ok).toBe(true);
    expect(recorded()).toMatchObject({ answer: 'yes', answered_by: 'command line', code: '0123abcd' });
  });

  it.each([
    ['without a code', undefined, /lacks the code/],
    ['with another code', '0123abce', /0123abce is not the code/],
    ['with a piece of the code', '0123', /0123 is not the code/],
    ['with no digit', '', /is not the code/],
  ])('is refused %s, and nothing is recorded', (_name, code, words) => {
    const refused = answer({ code }, 'command line');
    expect(refused).toMatchObject({
      error: {
        code: 'GATE_CODE',
        message: expect.stringMatching(words),
        next: expect.stringMatching(/show r/),
      },
    });
    expect(JSON.stringify(refused)).not.toContain(gate.code);
    expect(recorded()?.answer).toBeNull();
  });

  it('is refused where the gate asks about something else by now', () => {
    asksOther();
    expect(answer({ code: gate.code }, 'command line')).toMatchObject({ error: { code: 'GATE_CODE' } });
    expect(recorded()).toMatchObject({ answer: null, code: codeOf(OTHER) });
  });

  it.each(['terminal', 'command line'] as const)(
    'is refused in words where the policy takes answers from the window only: %s',
    (by) => {
      policy('humanChannel: window\n');
      const seen = by === 'terminal' ? { binding: SHOWN } : { code: gate.code };
      expect(answer(seen, by)).toMatchObject({
        error: { code: 'ANSWER_REFUSED', message: expect.stringContaining('window only') },
      });
      expect(recorded()?.answer).toBeNull();
    },
  );

  it('is refused where the policy cannot be read', () => {
    policy('humanChannel: nobody\n');
    expect(answer({ code: gate.code }, 'command line')).toMatchObject({
      error: { code: 'POLICY_MALFORMED' },
    });
  });
});

describe('an answer from the window', () => {
  it('counts where it is about what was shown, whatever channel is asked for', () => {
    policy('humanChannel: window\n');
    expect(answer({ binding: SHOWN }, 'window').ok).toBe(true);
    expect(recorded()).toMatchObject({ answer: 'yes', answered_by: 'window' });
  });

  it('is refused where the gate asks about something else by now', () => {
    asksOther();
    expect(answer({ binding: SHOWN }, 'window')).toMatchObject({
      error: { code: 'GATE_NOT_FOUND', message: expect.stringContaining('something else') },
    });
    expect(recorded()?.answer).toBeNull();
  });

  it('is one of the choices, with what was written beside it', () => {
    const asked = { ...gate, choices: ['keep', 'clarified'] };
    withJournal((journal) => journal.putGate(asked));
    const choose = (answer: string, text?: string) =>
      answerGate(home, 'r', gate.gate, { answer, text, by: 'window', seen: { binding: SHOWN } });
    expect(choose('yes')).toMatchObject({
      error: { code: 'ANSWER_REFUSED', next: expect.stringContaining('keep, clarified') },
    });
    expect(recorded()?.answer).toBeNull();
    expect(choose('clarified', 'the other board').ok).toBe(true);
    const [said] = withJournal((journal) => value(journal.messages()));
    expect(said?.payload).toEqual({ gate: gate.gate, choice: 'clarified', text: 'the other board' });
  });

  it.each(['change', 'clarified'])('is refused where %s comes without the words that it needs', (choice) => {
    withJournal((journal) => journal.putGate({ ...gate, choices: ['yes', 'no', 'change', 'clarified'] }));
    const choose = (text?: string) =>
      answerGate(home, 'r', gate.gate, {
        answer: choice,
        text,
        by: 'command line',
        seen: { code: gate.code },
      });
    for (const text of [undefined, '', ' \n'])
      expect(english(choose(text))).toMatchObject({
        error: {
          code: 'ANSWER_REFUSED',
          message: `${choice} says nothing without words beside it; nothing was recorded`,
          next: `write them: benchloop answer r main.0.patch ${choice} --text "…" --code ${gate.code}`,
        },
      });
    expect(recorded()?.answer).toBeNull();
    expect(choose('keep the name').ok).toBe(true);
  });

  it('is a text where the question has no choices', () => {
    withJournal((journal) => journal.putGate({ ...gate, choices: [] }));
    const write = (answer: string, text?: string) =>
      answerGate(home, 'r', gate.gate, { answer, text, by: 'window', seen: { binding: SHOWN } });
    for (const refused of [write('yes', 'x'), write(IN_WORDS), write(IN_WORDS, '')])
      expect(refused).toMatchObject({ error: { code: 'ANSWER_REFUSED' } });
    expect(write(IN_WORDS, 'at 115200 baud').ok).toBe(true);
  });

  it('is refused where the node has moved on from the question', () => {
    withJournal((journal) => journal.commit(change(1)));
    expect(answer({ binding: SHOWN }, 'window')).toMatchObject({ error: { code: 'GATE_NOT_FOUND' } });
    expect(recorded()?.answer).toBeNull();
  });

  it('is refused where the gate was answered meanwhile, or is not there', () => {
    expect(answer({ binding: SHOWN }, 'window').ok).toBe(true);
    expect(answer({ binding: SHOWN }, 'window')).toMatchObject({ error: { code: 'GATE_NOT_FOUND' } });
    const missing = answerGate(home, 'r', 'r.9.patch', {
      answer: 'yes',
      by: 'window',
      seen: { binding: SHOWN },
    });
    expect(missing).toMatchObject({ error: { code: 'GATE_NOT_FOUND' } });
  });
});
