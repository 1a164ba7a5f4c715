import { expect, it } from 'vitest';
import { toIntelHex } from '../../../../electron/bench/image/write-hex.js';
import { type ProbeHow, START } from '../../../fixtures/dap/probe.js';
import type { FlashAsk } from '../../../fixtures/usb-guest/flash-in-guest.js';
import type { Guest } from '../../../fixtures/usb-guest/guest.js';

/** Debug probes in the guest: our flasher, and OpenOCD beside it on the same simulated device. */
export function probeScenarios(guest: () => Guest): void {
  const run = (...argv: string[]) => guest().call('run', { argv });
  const put = (file: string, bytes: Buffer) => guest().call('put', { file, bytes: bytes.toString('base64') });
  const got = async (file: string) => Buffer.from(await guest().call('get', file), 'base64');
  const flash = (steps: FlashAsk['steps']) =>
    guest().call('flash', {
      ...{ steps, find: {}, settings: { protocol: 'cmsis-dap' } },
      segments: [{ address: START, bytes: BYTES.toString('base64') }],
      range: { start: START, size: READ_BYTES },
    });

  it.each<[NonNullable<ProbeHow['kind']>, string]>([
    ['v1', 'hid'],
    ['v2', 'usb_bulk'],
  ])('reads of a target what OpenOCD reads of it, over CMSIS-DAP %s', async (kind, backend) => {
    await guest().call('plug', { probe: { kind } });
    const ours = await flash(['write', 'verify', 'start', 'read']);
    expect(ours).toMatchObject({
      identity: {
        chip: 'cortex-m4',
        serial: '9900BENCH0001',
        loader: expect.stringContaining('DAPLink 0257'),
      },
      verifies: 'read-back',
    });
    const look = ['echo [dap info]', `dump_image /tmp/theirs.bin ${START} ${READ_BYTES}`, 'shutdown'];
    const theirs = await run('openocd', '-c', [openProbe(backend), ...look].join('; '));
    expect(theirs, theirs.stderr).toMatchObject({ code: 0 });
    expect(theirs.stderr).toMatch(/SWD DPIDR 0x2ba01477/);
    expect(theirs.stderr).toMatch(/Cortex-M4 r0p1 processor detected/);
    expect(theirs.stderr).toMatch(/MEM-AP AHB/);
    const [mine, other] = [Buffer.from(ours.read ?? '', 'base64'), await got('/tmp/theirs.bin')];
    expect(mine.length).toBe(READ_BYTES);
    expect(mine.equals(other)).toBe(true);
    expect(mine.subarray(0, BYTES.length).equals(BYTES)).toBe(true);
    expect(await guest().call('look')).toMatchObject({ offences: [] });
  });

  it('does not take a probe from a program that has it', async () => {
    await guest().call('plug', { probe: { kind: 'v2' } });
    await run('mkfifo', '/tmp/held', '/tmp/let-go');
    const hold = 'exec sh -c {echo held > /tmp/held; cat /tmp/let-go}';
    await put('/tmp/hold.cfg', Buffer.from([openProbe('usb_bulk'), hold, 'shutdown'].join('\n')));
    await run('sh', '-c', '(openocd -f /tmp/hold.cfg; echo ended $? > /tmp/held) > /dev/null 2>&1 &');
    expect(await run('cat', '/tmp/held')).toMatchObject({ stdout: 'held\n' });
    expect(await flash(['write'])).toMatchObject({
      at: 'connect',
      problem: expect.stringContaining('another program has this interface'),
    });
    await run('sh', '-c', 'echo > /tmp/let-go');
    expect(await run('cat', '/tmp/held')).toMatchObject({ stdout: 'ended 0\n' });
    expect(await flash(['write', 'verify'])).toMatchObject({ verifies: 'read-back' });
  });

  it.each<NonNullable<ProbeHow['unplug']>>([
    { at: 'write', nth: 20 },
    { at: 'close', nth: 1 },
    { at: 'block', nth: 10 },
  ])('never says done when the probe is unplugged: %j', async (unplug) => {
    await guest().call('plug', { probe: { kind: unplug.at === 'write' ? 'v1' : 'v2', unplug } });
    const said = await flash(['write', 'verify', 'start']);
    expect(said.code).toMatch(/^(FLASH|VERIFY)_FAILURE$/);
  });

  it('finds a probe by what it calls itself, and flashes from the command line', async () => {
    await guest().call('plug', { probe: { kind: 'both' } });
    const ports = await guest().call('ports');
    const probes = ports.ok && ports.value.filter(({ functions }) => functions.includes('cmsis-dap'));
    expect(probes).toMatchObject([
      { kind: 'usb', vendor: '0d28', serial: '9900BENCH0001', functions: ['cmsis-dap', 'hid'] },
    ]);
    await put('/tmp/probe.yaml', Buffer.from(PROFILE));
    await put('/tmp/image.hex', Buffer.from(toIntelHex([{ address: START, bytes: BYTES }])));
    const command = 'node /app/dist/cli.js flash --profile /tmp/probe.yaml --approve flash --json';
    const flashed = await run(...command.split(' '), '/tmp/image.hex');
    expect(flashed, flashed.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"outcome":"done"'),
    });
    const { memory } = await guest().call('look');
    expect(Buffer.from(memory, 'base64').subarray(0, BYTES.length).equals(BYTES)).toBe(true);
  });

  it('hears a program over RTT, which OpenOCD serves, and tells it what a person types', async () => {
    await guest().call('plug', { probe: { kind: 'v2', program: 'rtt' } });
    await put('/tmp/image.hex', Buffer.from(toIntelHex([{ address: START, bytes: BYTES }])));
    await guest().call('startSession', { profile: RTT_PROFILE, image: '/tmp/image.hex' });
    const type = 'node /app/dist/cli.js console --port tcp://127.0.0.1:9090 --seconds 1 --send';
    const typed = await run(...type.split(' '), LINE);
    expect(typed, typed.stderr).toMatchObject({ code: 0 });
    expect(await guest().call('endSession')).toBe(`the program runs\ntold: ${LINE}\n`);
    expect(await guest().call('look')).toMatchObject({ offences: [] });
  });
}

/** A Cortex-M4 behind SWD, without a chip's own script. */
const openProbe = (backend: string) =>
  [
    `adapter driver cmsis-dap; cmsis_dap_backend ${backend}; transport select swd; adapter speed 1000`,
    'gdb_port disabled; telnet_port disabled; tcl_port disabled; swd newdap chip cpu -irlen 4',
    'dap create chip.dap -chain-position chip.cpu; target create chip.core cortex_m -dap chip.dap; init',
  ].join('; ');

const READ_BYTES = 2048;
/** Bytes without a pattern that two blocks could share. */
const BYTES = Buffer.from(Array.from({ length: 903 }, (_, i) => (i * 149 + (i >> 8) * 11) & 0xff));
const PROFILE = `id: probe
kind: board
title: Probe
find: {}
flash: { protocol: cmsis-dap, chip: cortex-m4, regions: [{ name: flash, start: ${START}, size: ${READ_BYTES}, page: 2048 }] }
`;

/** Longer than the target's buffer for what it says. */
const LINE = 'a line that goes round in the ring buffer of the target, and is heard as one';
const SERVE_RTT = 'rtt setup 0x20000000 0x400 "SEGGER RTT"; rtt start; rtt server start 9090 0';
const RTT_PROFILE = {
  ...{ id: 'probe-rtt', kind: 'board', title: 'Probe', find: {} },
  flash: {
    ...{ protocol: 'cmsis-dap', chip: 'cortex-m4' },
    regions: [{ name: 'flash', start: START, size: READ_BYTES, page: 2048 }],
  },
  console: {
    rtt: {
      server: ['openocd', '-c', [openProbe('usb_bulk'), SERVE_RTT].join('; ')],
      port: 9090,
      connectSec: 120,
    },
  },
  health: { banner: 'the program runs', timeoutSec: 120 },
  testEnd: { pattern: '^told: ', silenceSec: 120 },
};
