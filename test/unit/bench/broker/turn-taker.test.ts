import { describe, expect, it } from 'vitest';
import { createTurnTaker } from '../../../../electron/bench/broker/turn-taker.js';

const ACK = 0x79;
const turn = (byte: number, answer: number) => ({ bytes: Uint8Array.of(byte), first: ACK, answer });

/** Three turns, of which the second is answered by three bytes; and what was written. */
function started() {
  const written: number[] = [];
  const taker = createTurnTaker();
  void taker.start([turn(1, 1), turn(2, 3), turn(3, 1)], async (bytes) => written.push(...bytes));
  return { taker, written };
}

describe('writes that wait for the answers of the device', () => {
  it('go out as soon as the one before was answered in full, however the answers are cut', () => {
    const { taker, written } = started();
    expect(written).toEqual([1]);
    taker.heard(Uint8Array.of(ACK, ACK, 0x1f));
    expect(written).toEqual([1, 2]);
    taker.heard(Uint8Array.of(0));
    expect(written).toEqual([1, 2, 3]);
    taker.heard(Uint8Array.of(ACK, ACK, ACK));
    expect(written).toEqual([1, 2, 3]);
  });

  it('end with an answer that begins otherwise, also one that follows a good one at once', () => {
    for (const answers of [
      [0x1f, ACK],
      [ACK, 0x1f, ACK, ACK, ACK],
    ]) {
      const { taker, written } = started();
      taker.heard(Uint8Array.from(answers));
      taker.heard(Uint8Array.of(ACK, ACK, ACK, ACK));
      expect(written).toEqual(answers[0] === ACK ? [1, 2] : [1]);
    }
  });

  it('end where they are stopped, and where the port takes no more', async () => {
    const { taker, written } = started();
    taker.stop();
    taker.heard(Uint8Array.of(ACK));
    expect(written).toEqual([1]);
    let tries = 0;
    const lost = async () => {
      tries += 1;
      if (tries > 1) throw new Error('the device is gone');
    };
    await taker.start([turn(1, 1), turn(2, 1), turn(3, 1)], lost);
    taker.heard(Uint8Array.of(ACK));
    await new Promise((settle) => setImmediate(settle));
    taker.heard(Uint8Array.of(ACK));
    expect(tries).toBe(2);
  });
});
