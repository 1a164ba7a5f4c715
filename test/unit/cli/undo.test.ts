import { expect, it } from 'vitest';
import type { CommandDeps } from '../../../electron/cli/command.js';
import { undoCommand } from '../../../electron/cli/session-commands.js';
import { ok } from '../../../shared/problem.js';
import { inEnglish, type Words } from '../../../shared/texts/words.js';

/** What `undo RUN 1` says of a session that another process drives, and what it tells that. */
async function undoOf(main: unknown): Promise<{ notes: string[]; told: unknown[] }> {
  const notes: string[] = [];
  const told: unknown[] = [];
  const deps = {
    core: {
      isDriven: () => true,
      details: () => ok({ nodes: [main] }),
      tell: async (run: string, said: unknown) => {
        told.push([run, said]);
        return ok(undefined);
      },
    },
    out: { say: (words: Words) => inEnglish(words), note: (line: string) => notes.push(line) },
  } as unknown as CommandDeps;
  expect(await undoCommand(deps, ['r', '1'])).toBe(0);
  return { notes, told };
}

const pending = (...calls: { n: number; tool: string }[]) => ({ session: { pending: calls } });

it('an undo of a live turn says which call ends first', async () => {
  const call = { n: 4, tool: 'run_test' };
  const { notes, told } = await undoOf({ state: 'EXECUTING', kind: 'working', panels: pending(call) });
  expect(notes).toEqual(['Noted: r first ends its call 4, run_test; then it takes the files back.']);
  expect(told).toEqual([['r', { type: 'undo', payload: { call: 1 } }]]);
});

it('an undo of a live turn says which question has to be answered first', async () => {
  const waiting = { gate: 'main.9.publish' };
  const { notes } = await undoOf({ state: 'SUMMARIZING', kind: 'working', panels: pending(), waiting });
  expect(notes).toEqual([
    'Noted: r waits for the answer to main.9.publish, and takes the files back after it.',
  ]);
});

it('an undo of a turn that only begins says where that stands', async () => {
  const { notes } = await undoOf({ state: 'PLANNING', kind: 'working', panels: pending() });
  expect(notes).toEqual([
    'Noted: r is in PLANNING; it takes the files back before its next call, or when its turn is over.',
  ]);
});

it('an undo breaks off a prompt that waits for a reply by hand', async () => {
  const waiting = { gate: 'main.7.prompt' };
  const { notes } = await undoOf({ state: 'EXECUTING', kind: 'working', panels: pending(), waiting });
  expect(notes[0]).toMatch(/^Noted: r is in EXECUTING; /);
});

it('an undo at a question of the turn itself needs no answer to it', async () => {
  const waiting = { gate: 'main.call.4' };
  const { notes } = await undoOf({
    ...{ state: 'AWAITING_CONFIRMATION', kind: 'waiting', waiting },
    panels: pending({ n: 4, tool: 'run_terminal_cmd' }),
  });
  expect(notes[0]).toMatch(/^Noted: r is in AWAITING_CONFIRMATION; it takes the files back before its next/);
});
