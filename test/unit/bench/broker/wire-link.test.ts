import { describe, expect, it } from 'vitest';
import type { Connection } from '../../../../electron/bench/broker/connection.js';
import { takeWire } from '../../../../electron/bench/broker/wire-link.js';
import { ok } from '../../../../shared/problem.js';
import { value } from '../../../fixtures/firmware-run.js';

/** A connection whose other end only notes what it is told, in order. */
function noted() {
  const told: (string | number)[] = [];
  const connection: Connection = {
    on: {},
    tell: (message) => told.push(message.bytes),
    ask: async ({ do: what }) => {
      told.push(what);
      return ok(null);
    },
    give: async () => {
      told.push('give');
      return ok(null);
    },
    close: () => undefined,
  };
  return { connection, told };
}

describe('the wire of a brokered port', () => {
  it.each(['discard', 'close'] as const)(
    'tells before %s of all that was read, not byte by byte',
    async (end) => {
      const { connection, told } = noted();
      const link = value(await takeWire(connection, '/dev/ttyX'));
      connection.on.wire?.(Buffer.alloc(5000, 7));
      for (let at = 0; at < 3000; at += 1) expect((await link.read(1, 0))?.length).toBe(1);
      await link[end]();
      expect(told).toEqual(['take', 3000, end === 'close' ? 'give' : 'discard']);
    },
  );

  it('tells of what was read also where nothing else follows', async () => {
    const { connection, told } = noted();
    const link = value(await takeWire(connection, '/dev/ttyX'));
    connection.on.wire?.(Buffer.alloc(10));
    await link.read(4, 0);
    await link.read(4, 0);
    await new Promise((settle) => setImmediate(settle));
    expect(told).toEqual(['take', 8]);
  });
});
