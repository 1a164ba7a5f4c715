import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SwitchAsked } from '../../../../electron/bench/environment.js';
import { type BmcProfile, BmcProfileSchema } from '../../../../shared/profile/bmc.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import {
  freeUdpPort,
  type IpmiMachine,
  PASSWORD,
  startIpmiMachine,
  USER,
} from '../../../fixtures/bmc/ipmi-machine.js';
import { sessionsIn, wholeTest } from '../../../fixtures/bmc/sessions.js';
import { realExec } from '../../../fixtures/exec.js';
import { killOperation, operationsRunning } from '../../../fixtures/operations.js';
import { profileOf as qemuProfile } from '../../../fixtures/qemu/bench.js';
import { buildFirmware } from '../../../fixtures/qemu/firmware.js';

const dir = mkdtempSync(join(tmpdir(), 'bl-bmc-'));
const never = new AbortController().signal;
let machine: IpmiMachine;
/** Begun at once: ipmitool itself needs 20 s to give up. */
let unanswered: ReturnType<typeof start>;
let open: ReturnType<typeof sessionsIn>;
beforeAll(async () => {
  open = sessionsIn(dir, await realExec());
  machine = await startIpmiMachine(join(dir, 'sim'));
  process.env.BMC_TEST_PASSWORD = PASSWORD;
  process.env.BMC_WRONG_PASSWORD = `no ${PASSWORD}`;
  unanswered = start(profileOf({ ipmi: { port: await freeUdpPort(), cipherSuite: 3 } }));
});
afterAll(async () => {
  delete process.env.BMC_TEST_PASSWORD;
  delete process.env.BMC_WRONG_PASSWORD;
  await machine?.close();
  rmSync(dir, { recursive: true, force: true });
});

const cortex = (image: string) => ['qemu-system-arm', '-machine', 'lm3s6965evb', '-kernel', image];
const uBoot = [
  'qemu-system-arm',
  '-machine',
  'virt',
  '-bios',
  '/usr/lib/u-boot/qemu_arm/u-boot.bin',
  '-nic',
  'none',
];

const profileOf = (parts: object = {}): BmcProfile =>
  BmcProfileSchema.parse({
    id: 'rack-7',
    kind: 'bmc',
    title: 'Rack 7',
    host: '127.0.0.1',
    user: USER,
    password: { env: 'BMC_TEST_PASSWORD' },
    ipmi: { port: machine.port, cipherSuite: 3 },
    boot: { offSec: 0.1 },
    // the last line of the firmware: a machine that idles is over with it, and nobody waits for its silence
    testEnd: { pattern: 'ring_late:FAIL', silenceSec: 30 },
    ...parts,
  });

type Refused = {
  user?: string;
  host?: string;
  password?: object;
  cipher?: number;
  program?: string;
  privilege?: string;
};

async function start(profile: BmcProfile, agreeToSwitch?: (asked: SwitchAsked) => Promise<boolean>) {
  const target = open(profile, agreeToSwitch && { agreeToSwitch });
  const up = await target.start(never);
  await target.stop();
  return up;
}

/** Somebody else's ipmitool. */
function ipmitool(...command: string[]) {
  const { port } = machine;
  const words = ['-I', 'lanplus', '-C', '3', '-H', '127.0.0.1', '-p', String(port), '-U', USER, '-E'];
  const env = { ...process.env, IPMI_PASSWORD: PASSWORD };
  const child = spawn('ipmitool', [...words, ...command], { env });
  return { child, ended: once(child, 'exit') };
}

/** Somebody else's console. */
async function otherConsole() {
  const { child, ended } = ipmitool('sol', 'activate');
  await once(child.stderr, 'data');
  return { ended, close: () => child.stdin.end() };
}

/** Somebody else can open the console, and close it in peace. */
async function expectFreeConsole() {
  const other = await otherConsole();
  other.close();
  expect(await other.ended).toEqual([0, null]);
}

describe('a machine behind an IPMI controller', () => {
  it('is switched off and on, and its console holds every byte from the first on', async () => {
    const image = buildFirmware('unity_then_idles', dir);
    machine.load(cortex(image));
    const seen: Buffer[] = [];
    const target = open(profileOf());
    expect(await target.start(never)).toEqual({ ok: true, value: undefined });
    const end = await target.run(never, (bytes) => seen.push(Buffer.from(bytes)));
    if (!end.ok) throw new Error(inEnglish(end.error.message));
    const direct = await wholeTest(open(qemuProfile('qemu-lm3s6965evb'), { image }));
    const said = readFileSync(end.value.consoleFile, 'utf8');
    expect(said).toBe(direct.said);
    expect(Buffer.concat(seen).toString()).toBe(said);
    // the same session once more: the machine was on
    const before = machine.told.length;
    const again = await target.run(never, () => undefined);
    await target.stop();
    expect(again).toMatchObject({ ok: true });
    // a controller that is slow to answer is told twice
    expect([...new Set(machine.told.slice(before))]).toEqual(['set power 0', 'set power 1']);
  });

  it('is only switched on where it was off, and reset where the profile says so', {
    tags: 'full',
  }, async () => {
    machine.load(cortex(buildFirmware('unity_then_idles', dir)));
    const profile = profileOf({ boot: { by: 'reset' }, testEnd: { silenceSec: 3 } });
    const before = machine.told.length;
    expect((await wholeTest(open(profile))).ended_by).toBe('silence');
    expect(machine.isOn()).toBe(true);
    expect([...new Set(machine.told.slice(before))]).toEqual(['set reset 1']);
  });

  it('boots to its prompt, where the command of the test is typed as it stands', async () => {
    machine.load(uBoot);
    const profile = profileOf({
      boot: { offSec: 0.1, prompts: [{ pattern: 'stop autoboot' }] },
      health: { banner: 'U-Boot', timeoutSec: 60 },
      test: { prompt: '^=> $', command: '~.\r~~?\rcrc32 40000000 10; echo test over' },
      testEnd: { pattern: '^test over', silenceSec: 5 },
    });
    const test = await wholeTest(open(profile));
    expect(test.ended_by).toBe('pattern');
    expect(test.said).toMatch(
      /Unknown command '~\.'[\s\S]*Unknown command '~~\?'[\s\S]*==> [0-9a-f]{8}[\s\S]*^test over/m,
    );
    expect(test.said).not.toContain('DRAM:');
    expect(test.said).not.toMatch(/terminated ipmitool|SOL Session/);
  });

  it('says which prompt did not come, with what the machine said last', { tags: 'full' }, async () => {
    machine.load(cortex(buildFirmware('unity_then_idles', dir)));
    const profile = profileOf({
      health: { timeoutSec: 6 },
      test: { prompt: '^login: $', command: 'true' },
    });
    expect(await start(profile)).toMatchObject({
      ok: false,
      error: {
        code: 'TEST_ENV_FAILURE',
        message: expect.stringMatching(/login: .*within 6 s.*printed after/s),
      },
    });
    // the console was given back
    await wholeTest(open(profileOf()));
  });

  it('is not touched where nobody agrees, and the question names host and action', async () => {
    const asked: SwitchAsked[] = [];
    const before = machine.told.length;
    const up = await start(profileOf(), async (what) => asked.push(what) < 0);
    expect(up).toMatchObject({ ok: false, error: { code: 'FLASH_DECLINED' } });
    expect(asked).toEqual([
      {
        machine: `Rack 7 (${USER}@127.0.0.1, ipmi)`,
        actions: ['power-cycle'],
        commands: [],
        alwaysAsk: false,
      },
    ]);
    expect(machine.told).toHaveLength(before);
  });
});

describe('a test on a machine', () => {
  const HANGS = { testEnd: { silenceSec: 60 } };

  it('is over when it is aborted, and its console is free again', { tags: 'full' }, async () => {
    machine.load(cortex(buildFirmware('hangs_after_greeting', dir)));
    const stop = new AbortController();
    const target = open(profileOf(HANGS));
    expect(await target.start(stop.signal)).toMatchObject({ ok: true });
    const end = target.run(stop.signal, () => stop.abort());
    expect(await end).toMatchObject({ ok: false, error: { message: 'the session was aborted' } });
    await target.stop();
    const aborted = open(profileOf());
    expect(await aborted.start(stop.signal)).toMatchObject({ ok: false });
    await expectFreeConsole();
  });

  it('is no test any more when its console breaks down', { tags: 'full' }, async () => {
    machine.load(cortex(buildFirmware('hangs_after_greeting', dir)));
    const operation = `broken-${process.pid}`;
    const target = open(profileOf(HANGS), { operation });
    expect(await target.start(never)).toMatchObject({ ok: true });
    const end = target.run(never, () => undefined);
    killOperation(operation);
    expect(await end).toMatchObject({
      ok: false,
      error: { code: 'ENV_ERROR', message: 'the console of the machine was closed: ipmitool said: nothing' },
    });
    await target.stop();
    await expectFreeConsole();
  });
});

describe('the console of somebody else', () => {
  it('is left alone where nobody agrees, and taken where somebody does', { tags: 'full' }, async () => {
    machine.load(cortex(buildFirmware('unity_then_idles', dir)));
    const other = await otherConsole();
    const busy = await start(profileOf(), async ({ alwaysAsk }) => !alwaysAsk);
    expect(busy).toMatchObject({
      ok: false,
      error: { code: 'PORT_BUSY', message: expect.stringContaining('somebody else has the console') },
    });
    const asked: string[] = [];
    const taken = open(profileOf(), { agreeToSwitch: async ({ actions }) => asked.push(...actions) > 0 });
    await wholeTest(taken);
    expect(asked).toContain('end-other-console');
    other.close();
    await other.ended;
  });
});

describe('a controller that refuses', () => {
  it.each([
    ['the password', { password: { env: 'BMC_WRONG_PASSWORD' } }, 'PORT_PERMISSION', /refuses the password/],
    ['the user', { user: 'nobody' }, 'PORT_PERMISSION', /refuses the user/],
    ['the privilege', { privilege: 'USER' }, 'PORT_PERMISSION', /may not do this/],
    ['the cipher suite', { cipher: 17 }, 'BMC_FAILURE', /does not offer this cipher suite/],
    ['the name', { host: 'no-such-host.invalid' }, 'BMC_FAILURE', /there is no such host/],
    ['an unset variable', { password: { env: 'NOT_SET_ANYWHERE' } }, 'PORT_PERMISSION', /NOT_SET_ANYWHERE/],
    ['a program that is not there', { program: 'ipmitool-nowhere' }, 'TOOLCHAIN_MISSING', /not installed/],
  ])(
    '%s is told from the others',
    async (_, { cipher, program, privilege, ...parts }: Refused, code, words) => {
      const ipmi = {
        port: machine.port,
        cipherSuite: cipher ?? 3,
        ...(program && { program }),
        ...(privilege && { privilege }),
      };
      const up = await start(profileOf({ ...parts, ipmi }));
      expect(up).toMatchObject({ ok: false, error: { code, message: expect.stringMatching(words) } });
      if (!up.ok) expect(up.error.next).toBeTruthy();
    },
  );

  it('to answer at all is told, with what to check', async () => {
    expect(await unanswered).toMatchObject({
      ok: false,
      error: { code: 'BMC_FAILURE', next: expect.stringContaining('ipmi.port') },
    });
  });

  it('does not show the password to whoever lists processes', async () => {
    machine.load(cortex(buildFirmware('unity_then_idles', dir)));
    const operation = `secret-${process.pid}`;
    const target = open(profileOf(), { operation });
    expect(await target.start(never)).toMatchObject({ ok: true });
    const shown = operationsRunning(operation).map((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8'));
    await target.stop();
    expect(shown).toEqual([expect.stringContaining('\0sol\0activate\0')]);
    expect(shown[0]).not.toContain(PASSWORD);
    expect(operationsRunning(operation)).toEqual([]);
  });
});
