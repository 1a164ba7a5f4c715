import { describe, expect, it } from 'vitest';
import { mended, messageFaults } from '../../../../electron/effects/delivery/commit-message.js';
import { combinedMessage } from '../../../../electron/effects/delivery/run-message.js';

const GOAL = 'All ring buffer cases pass on target';

describe('the review of a commit message', () => {
  it('finds nothing against one line that says the effect', () => {
    expect(messageFaults('Keep the newest byte when the ring is full')).toEqual([]);
    expect(messageFaults('Keep the newest byte\n\nIt was lost.\n')).toEqual([]);
  });

  it.each([
    ['', 1],
    ['x'.repeat(73), 1],
    ['Keep it.', 1],
    ['fix', 1],
    ['WIP', 1],
    ['Keep it\nand more', 1],
    ['model: “the byte is cut, which is…', 1],
  ])('finds what is wrong with %j', (message, faults) => {
    expect(messageFaults(message)).toHaveLength(faults);
  });

  it.each(['', 'fix', 'WIP.', 'x '.repeat(80), 'Keep it.\nand why', 'Keep\u001b[31m it'])(
    'mends %j until nothing speaks against it',
    (message) => {
      expect(messageFaults(mended(message, GOAL))).toEqual([]);
    },
  );

  it('says the goal where the message says nothing, or quotes what a model holds for the cause', () => {
    expect(mended('model: “the byte is cut”\n\nwhy', GOAL)).toBe(`${GOAL}\n\nwhy`);
    expect(mended('fixes', GOAL)).toBe(GOAL);
  });
});

describe('the message of several changes', () => {
  it('names each of them whole, below the goal', () => {
    const long = `a guard in g() (src/g.c:2): ${'word '.repeat(30).trim()}`;
    const cut = `${long.slice(0, 60)}…\n\n${long}. All cases pass in three runs.\n\nBenchloop run r, iteration 1\n`;
    const ctx = { goal: GOAL, run: 'r', iteration_index: 2 };
    expect(combinedMessage(ctx, [cut, 'a constant in f()\n\na constant in f().\n\nBenchloop run r\n'])).toBe(
      `${GOAL}\n\n- ${long}\n- a constant in f()\n\nBenchloop run r, 2 changes in 2 iterations\n`,
    );
  });
});
