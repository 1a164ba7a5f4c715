import { describe, expect, it } from 'vitest';
import { createWireQueue } from '../../../../electron/bench/broker/wire.js';

const bytes = (...values: number[]) => Buffer.from(values);

describe('what a device says to the holder of its wire', () => {
  it('is sent as far as the credit goes, on with each acknowledgement, and in order', () => {
    const sent: number[] = [];
    const queue = createWireQueue('flash', 4, (part) => sent.push(...part));
    queue.push(bytes(1, 2, 3));
    queue.push(bytes(4, 5, 6));
    expect(sent).toEqual([1, 2, 3, 4]);
    queue.acknowledge(1);
    expect(sent).toEqual([1, 2, 3, 4, 5]);
    expect([...queue.leftover()]).toEqual([2, 3, 4, 5, 6]);
    expect([queue.waiting(), queue.received()]).toEqual([5, 6]);
    queue.discard();
    queue.push(bytes(7));
    expect([sent.at(-1), ...queue.leftover()]).toEqual([7, 7]);
  });

  it('is not gone through anew for each byte that comes or is read', () => {
    const COUNT = 300_000;
    let sent = 0;
    const queue = createWireQueue('flash', COUNT, (part) => {
      sent += part.length;
    });
    const one = bytes(1);
    for (let at = 0; at < COUNT; at += 1) queue.push(one);
    for (let at = 0; at < COUNT; at += 1) queue.acknowledge(1);
    expect([sent, queue.waiting()]).toEqual([COUNT, 0]);
  });
});
