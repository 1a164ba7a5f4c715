import { describe, expect, it } from 'vitest';
import { mended, messageFaults } from '../../../../electron/effects/delivery/commit-message.js';

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
  ])('finds what is wrong with %j', (message, faults) => {
    expect(messageFaults(message)).toHaveLength(faults);
  });

  it.each(['', 'fix', 'WIP.', 'x '.repeat(80), 'Keep it.\nand why', 'Keep\u001b[31m it'])(
    'mends %j until nothing speaks against it',
    (message) => {
      expect(messageFaults(mended(message, GOAL))).toEqual([]);
    },
  );

  it('says the goal where the message says nothing', () => {
    expect(mended('fixes', GOAL)).toBe(GOAL);
  });
});
