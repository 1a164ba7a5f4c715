import { expect, it } from 'vitest';
import * as z from 'zod';
import { toIntelHex } from '../../../../electron/bench/image/write-hex.js';
import { BoardSchema } from '../../../../shared/board.js';
import { START } from '../../../fixtures/dfu/model.js';
import type { Guest } from '../../../fixtures/usb-guest/guest.js';

const BYTES = Buffer.from(Array.from({ length: 903 }, (_, i) => (i * 149 + (i >> 8) * 11) & 0xff));
const PROFILE = `id: twofold
kind: board
title: Twofold
find: { usb: { vendor: '1209', product: '0001' } }
flash:
  protocol: dfu
  ids: { vendor: '1209', product: '0002' }
  regions: [{ name: flash, start: ${START}, size: 262144, page: 16384 }]
`;
const Flashed = z.object({ type: z.string(), board: z.string().optional() });

/** Boards as the command line knows them, in the guest. */
export function boardScenarios(guest: () => Guest): void {
  const put = (file: string, text: string) =>
    guest().call('put', { file, bytes: Buffer.from(text).toString('base64') });
  const cli = async (...args: string[]) => {
    const ran = await guest().call('run', { argv: ['node', '/app/dist/cli.js', ...args] });
    expect(ran.code, ran.stderr).toBe(0);
    return ran.stdout;
  };
  const boards = async () => {
    const { boards: all } = z
      .object({ boards: z.array(BoardSchema) })
      .parse(JSON.parse(await cli('boards', '--json')));
    return all.filter(({ profile }) => profile === 'twofold').map(({ id }) => id);
  };
  /** The id of the board that was flashed. */
  const flash = async () => {
    const said = await cli(
      'flash',
      '--profile',
      '/tmp/twofold.yaml',
      '--approve',
      'flash',
      '--json',
      '/tmp/i.hex',
    );
    const lines = said.trim().split('\n');
    return lines.map((line) => Flashed.parse(JSON.parse(line))).find(({ board }) => board)?.board ?? '';
  };

  it('knows a board in its bootloader and with its program, and another one in the same socket from it', async () => {
    await put('/tmp/twofold.yaml', PROFILE);
    await put('/tmp/i.hex', toIntelHex([{ address: START, bytes: BYTES }]));
    await guest().call('plug', { dfuse: true, serial: 'ROM-1', programSerial: 'PROGRAM-1' });
    const first = await flash();
    expect(await boards()).toEqual([first]);
    expect(await flash(), 'its program runs now').toBe(first);
    await guest().call('plug', {
      dfuse: true,
      serial: 'ROM-2',
      programSerial: 'PROGRAM-2',
      begins: 'run-time',
    });
    const second = await flash();
    expect((await boards()).sort()).toEqual([first, second].sort());
    await guest().call('plug', { dfuse: true, serial: 'ROM-2', programSerial: 'PROGRAM-2' });
    expect(await flash(), 'it waits in its bootloader').toBe(second);
    expect(await boards()).toHaveLength(2);
  });
}
