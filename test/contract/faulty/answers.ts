import { REPLIES } from '../models/scripted-server.js';

export const EDIT = {
  path: 'src/ring.c',
  find: '    if (ring->count > RING_SIZE) {',
  replace: '    if (ring->count >= RING_SIZE) {',
};
const STEP = {
  title: 'Mend the limit',
  intent: 'the ring takes one byte too many',
  files: ['src/ring.c'],
  undo: 'undo',
};
const REVIEW = {
  ...{ decision: 'approve', promises: [], hard_coded: false, sibling_faults: [], must_fix: [] },
  comment: 'The limit is right now.',
};
const OTHERS: Readonly<Record<string, unknown>> = {
  review: REVIEW,
  test: { commands: [], comment: 'The checks are enough.' },
  'session-intake': { constraints: [], questions: [] },
  'session-plan': { steps: [STEP], verification: { mode: 'test', commands: [] } },
  'session-step': { done: true, words: 'The limit is right.' },
  'session-recover': { action: 'repair', reason: 'the server was out of order', steps: [STEP] },
  'session-summary': { words: 'The ring refuses when it is full.' },
};

/** What a model that knows the off-by-one of the ring project answers, by judgement: of a run, a roundtable, a session. */
const ANSWERS: Readonly<Record<string, string>> = {
  ...REPLIES,
  ...Object.fromEntries(
    Object.entries(OTHERS).map(([judgement, answer]) => [judgement, JSON.stringify(answer)]),
  ),
};

export const rightAnswer = (judgement: string | null): string => ANSWERS[judgement ?? ''] ?? 'What?';
