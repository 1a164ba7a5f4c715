import dapjs from 'dapjs';
import { describe, expect, it } from 'vitest';
import { toIntelHex } from '../../../../electron/bench/image/write-hex.js';
import { createProbe, type DapProbe, START } from '../../../fixtures/dap/probe.js';

/** The simulated probe is ours; dapjs, by which a browser flashes a micro:bit, has to take it for a DAPLink. */
describe('the simulated probe', () => {
  it('is flashed, read and reset by dapjs', async () => {
    const probe = createProbe();
    const bytes = Buffer.from(Array.from({ length: 1003 }, (_, i) => (i * 151 + (i >> 8) * 7) & 0xff));
    const link = new dapjs.DAPLink(transportTo(probe), SWD);
    await link.connect();
    // It sends the whole buffer behind a view.
    await link.flash(Uint8Array.from(Buffer.from(toIntelHex([{ address: START, bytes }]))).buffer);
    await link.disconnect();
    expect(bytes.equals(probe.memory.bytes.subarray(0, bytes.length))).toBe(true);

    const core = new dapjs.CortexM(transportTo(probe), SWD);
    await core.connect();
    expect(await core.readMem32(0xe000_ed00)).toBe(0x410f_c241);
    expect(Buffer.from((await core.readBlock(START, 250)).buffer)).toEqual(bytes.subarray(0, 1000));
    await core.halt();
    expect(await core.isHalted()).toBe(true);
    await core.softReset();
    expect(probe.resets).toBe(1);
    expect(probe.offences).toEqual([]);
  });

  it('does not let dapjs read where the target has nothing', async () => {
    const core = new dapjs.CortexM(transportTo(createProbe()), SWD);
    await core.connect();
    await expect(core.readMem32(0x4000_0000)).rejects.toThrow();
    expect(await core.readMem32(0xe000_ed00), 'the fault is cleared').toBe(0x410f_c241);
  });
});

const SWD = 1;

function transportTo(probe: DapProbe) {
  let answer = new Uint8Array(64);
  return {
    packetSize: 64,
    open: async () => undefined,
    close: async () => undefined,
    read: async () => new DataView(answer.buffer),
    async write(data: ArrayBuffer | ArrayBufferView) {
      const bytes = ArrayBuffer.isView(data) ? Buffer.from(data.buffer) : Buffer.from(data);
      answer = new Uint8Array(64);
      answer.set(probe.process(bytes) ?? []);
    },
  };
}
