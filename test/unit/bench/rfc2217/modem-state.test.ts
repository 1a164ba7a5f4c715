import { describe, expect, it } from 'vitest';
import { createModemState } from '../../../../electron/bench/rfc2217/modem-state.js';

const NONE = { cts: false, dsr: false, dcd: false };

function told() {
  const sent: number[][] = [];
  return { sent, state: createModemState((payload) => sent.push([...payload])) };
}

// RFC 2217, section 3: NOTIFY-MODEMSTATE from the server is 107; CD 128, DSR 32, CTS 16, and what changed 8, 2, 1
describe('the modem state of RFC 2217', () => {
  it('is told at first, and when a line changes, with what changed', () => {
    const { sent, state } = told();
    for (const lines of [NONE, NONE, { ...NONE, cts: true }, { cts: false, dsr: true, dcd: true }, NONE])
      state.tell(lines);
    expect(sent).toEqual([
      [107, 0],
      [107, 16 + 1],
      [107, 128 + 32 + 8 + 2 + 1],
      [107, 8 + 2],
    ]);
  });

  it('holds only what the client asks for, by lines or by changes', () => {
    const { sent, state } = told();
    state.mask(128);
    for (const lines of [{ ...NONE, cts: true }, NONE, { ...NONE, dcd: true }, NONE]) state.tell(lines);
    expect(sent).toEqual([
      [107, 0],
      [107, 128],
      [107, 0],
    ]);
    state.mask(1);
    state.tell({ ...NONE, cts: true });
    expect(sent.at(-1)).toEqual([107, 1]);
    state.mask(0);
    state.tell({ cts: false, dsr: true, dcd: true });
    expect(sent).toHaveLength(4);
  });
});
