import { MessageChannel } from 'node:worker_threads';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createReceiveQueue } from '../../../../electron/bench/link/receive-queue.js';
import { standStill } from '../../../fixtures/stand-still.js';

describe('what has arrived', () => {
  it('is read where it came in time, though this process stood still until the time was over', async () => {
    const queue = createReceiveQueue();
    const { port1, port2 } = new MessageChannel();
    onTestFinished(() => port1.close());
    port1.on('message', (bytes: Uint8Array) => queue.push(bytes));
    const read = queue.read(4, 5);
    port2.postMessage(Uint8Array.of(1, 2));
    standStill(50);
    expect(await read).toEqual(Uint8Array.of(1, 2));
  });

  it('is nothing where nothing came', async () => {
    expect(await createReceiveQueue().read(4, 5)).toBeNull();
  });
});
