import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { candidatesIn } from '../../../../electron/bench/flash/cmsis-dap/interface.js';
import { describeProbe } from '../../../fixtures/dap/descriptors.js';

describe('where a configuration takes CMSIS-DAP commands', () => {
  const names = { product: 'P', serial: 'S', vendor: 1, names: ['A', 'B'] };

  it.each([
    [
      'v1',
      [{ number: 0, kind: 'hid', in: { number: 1, packetSize: 64 }, out: { number: 1, packetSize: 64 } }],
    ],
    ['v1-control', [{ number: 0, kind: 'hid', out: null }]],
    [
      'v2',
      [{ number: 0, kind: 'bulk', in: { number: 2, packetSize: 64 }, out: { number: 2, packetSize: 64 } }],
    ],
    [
      'both',
      [
        { number: 0, kind: 'hid' },
        { number: 1, kind: 'bulk' },
      ],
    ],
  ] as const)('%s', (kind, expected) => {
    expect(candidatesIn(describeProbe(kind, names).configuration)).toMatchObject(expected);
  });

  it('is no vendor interface without both its endpoints, as WebUSB has one', () => {
    expect(candidatesIn(Uint8Array.of(9, 4, 0, 0, 0, 0xff, 0, 0, 5))).toEqual([]);
    expect(candidatesIn(Uint8Array.of(9, 4, 0, 0, 1, 0xff, 0, 0, 5, 7, 5, 0x81, 2, 64, 0, 0))).toEqual([]);
  });

  it('is read out of whatever bytes a device sends', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        for (const { in: input } of candidatesIn(bytes)) expect(input.number).toBeLessThan(16);
      }),
    );
  });
});
