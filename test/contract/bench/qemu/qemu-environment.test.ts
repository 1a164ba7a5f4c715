import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { SessionEnd } from '../../../../electron/bench/environment.js';
import { openEnvironment } from '../../../../electron/bench/open-environment.js';
import { createExec } from '../../../../electron/bench/process/exec.js';
import type { Result } from '../../../../shared/problem.js';
import { ProfileSchema, type QemuProfile } from '../../../../shared/profile.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { killOperation, operationsRunning } from '../../../fixtures/operations.js';
import { openBench, profileOf } from '../../../fixtures/qemu/bench.js';
import { buildFirmware, type Machine } from '../../../fixtures/qemu/firmware.js';

const bench = openBench();
afterAll(() => bench.close());
const never = new AbortController().signal;

function qemu(change: Record<string, unknown> = {}, id = 'qemu-lm3s6965evb'): QemuProfile {
  const profile = ProfileSchema.parse({ ...profileOf(id), ...change });
  if (profile.kind !== 'qemu') throw new Error(`${id} is not simulated`);
  return profile;
}

const build = (scenario: string, ...flags: string[]) =>
  buildFirmware(scenario, bench.root, 'lm3s6965evb', flags);

async function session(
  profile: QemuProfile,
  request: Parameters<typeof bench.open>[1],
): Promise<Result<SessionEnd> & { console: string }> {
  const environment = bench.open(profile, request);
  const heard: Uint8Array[] = [];
  try {
    const started = await environment.start(never);
    const end = started.ok ? await environment.run(never, (bytes) => heard.push(bytes)) : started;
    return { ...end, console: Buffer.concat(heard).toString() };
  } finally {
    await environment.stop();
  }
}

describe('the shipped QEMU profiles', () => {
  const machines: Machine[] = ['lm3s6965evb', 'mps2-an385', 'netduinoplus2'];
  it.each(machines)('boot firmware on %s and hear its UART', async (machine) => {
    const image = buildFirmware('exits', bench.root, machine);
    const end = await session(qemu({}, `qemu-${machine}`), { image });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'exit', exit_code: 0 } });
    expect(end.console).toBe('hello from the target\r\n');
  });

  it('listens to another UART where the profile says so, and hears nothing of the first', async () => {
    const end = await session(qemu({ uart: 1 }), { image: build('exits') });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'exit', exit_code: 0 } });
    expect(end.console).toBe('');
  });

  it('takes -icount from the profile', async () => {
    const end = await session(qemu({ icount: 'shift=6,sleep=off' }), { image: build('exits') });
    expect(end).toMatchObject({ ok: true, value: { exit_code: 0 } });
    const refused = await session(qemu({ icount: 'shift=nonsense' }), { image: build('exits') });
    expect(refused).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
  });
});

describe('the end of a test', () => {
  it('comes with an exit code even where nothing was printed', async () => {
    const end = await session(qemu(), { image: build('exits_silently') });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'exit', exit_code: 3 } });
  });

  it('comes with the summary line, and what is printed after it is still heard', async () => {
    const end = await session(qemu(), { image: build('unity_then_idles') });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'pattern', exit_code: null, stuckPcs: [] } });
    expect(end.console).toContain('ring_late:FAIL');
  });

  it('comes when a TAP plan is fulfilled', async () => {
    const end = await session(qemu(), { image: build('tap_then_idles') });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'pattern' } });
  });

  it('comes with silence after the first byte, and tells where the target hangs', async () => {
    const profile = qemu({ testEnd: { ...qemu().testEnd, silenceSec: 3 } });
    const end = await session(profile, { image: build('hangs_after_greeting') });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'silence', exit_code: null } });
    if (end.ok) expect(new Set(end.value.stuckPcs).size).toBe(1);
    if (end.ok) expect(end.value.stuckPcs[0]).toMatch(/^0x[0-9a-f]{8}$/);
  });

  it('does not come with silence before the first byte', async () => {
    const profile = qemu({ testEnd: { ...qemu().testEnd, silenceSec: 0.1 } });
    const end = await session(profile, { image: build('hangs_silently'), timeoutMs: 600 });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'timeout' } });
    if (end.ok) expect(end.value.stuckPcs).not.toEqual([]);
  });

  it('is a crash at lockup, with the register dump', async () => {
    const end = await session(qemu(), { image: build('locks_up', '-DBROKEN_FAULT_HANDLER') });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'crash', signal: 'SIGABRT' } });
    if (end.ok) expect(end.value.stderr).toMatch(/Lockup[\s\S]*R15=[0-9a-f]{8}/);
  });

  it('is a boot loop where the target resets itself for ever, with what it printed', async () => {
    const end = await session(qemu(), { image: build('boot_loops') });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'boot-loop', exit_code: null } });
    expect(end.console).toMatch(/^(boot\r\n){5}/);
  });

  it.each(['-DJUMP=reset_handler()', '-DJUMP=jump_to_vector()'])(
    'is a boot loop where the target starts again without a reset (%s)',
    async (jump) => {
      const end = await session(qemu(), { image: build('starts_again', jump) });
      expect(end).toMatchObject({ ok: true, value: { ended_by: 'boot-loop', exit_code: null } });
      expect(end.console).toMatch(/^(ring test\r\nclock: 50 MHz\r\nuart: ready\r\n){4}/);
    },
  );

  it('is no boot loop where a heartbeat repeats before the tests', async () => {
    const end = await session(qemu(), { image: build('heartbeat_then_passes') });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'exit', exit_code: 0 } });
    expect(end.console).toContain('1 Tests 0 Failures 0 Ignored');
  });

  it('is no result of the firmware where somebody ends the simulator', async () => {
    const environment = bench.open(qemu(), { image: build('hangs_after_greeting'), operation: 'op-foreign' });
    expect(await environment.start(never)).toMatchObject({ ok: true });
    killOperation('op-foreign');
    const end = await environment.run(never, () => undefined);
    expect(end).toMatchObject({ ok: false, error: { code: 'ENV_ERROR' } });
    await environment.stop();
  });
});

describe('firmware that attacks the computer', () => {
  it.each(['bubblewrap', 'none'] as const)(
    'runs no command through semihosting (confinement: %s)',
    async (confinement) => {
      const marker = join(bench.root, 'marker');
      const image = build('runs_host_command', `-DMARKER="${marker}"`);
      const children = { started: () => undefined, ended: () => undefined };
      const exec = createExec({ children, confinement });
      const sessionDir = join(bench.root, `attack-${confinement}`);
      mkdirSync(sessionDir);
      const request = { operation: 'op-attack', image, workTree: bench.root, sessionDir, timeoutMs: 120_000 };
      const environment = openEnvironment(qemu(), request, {
        exec,
        children,
        home: bench.root,
        brokerFile: '',
      });
      expect(await environment.start(never)).toMatchObject({ ok: true });
      const end = await environment.run(never, () => undefined);
      await environment.stop();
      expect(end).toMatchObject({
        ok: true,
        value: { ended_by: 'exit', exit_code: 7, askedForCommand: true },
      });
      expect(existsSync(marker)).toBe(false);
      const console = readFileSync(join(sessionDir, 'console-1.log'), 'utf8');
      expect(console).toBe('calling the host\r\ncame back\r\n');
    },
  );
});

describe('the health check', () => {
  const withBanner = (banner: string, timeoutSec = 6) => qemu({ health: { banner, timeoutSec } });

  it('waits for the configured banner', async () => {
    const end = await session(withBanner('starting the scheduler', 120), {
      image: build('hangs_after_greeting'),
      timeoutMs: 4000,
    });
    expect(end).toMatchObject({ ok: true, value: { ended_by: 'timeout' } });
  });

  it('fails where another text comes, and says which', async () => {
    const end = await session(withBanner('Booting Zephyr'), { image: build('hangs_after_greeting') });
    expect(end).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
    if (!end.ok) expect(end.error.message).toContain('starting the scheduler');
  });

  it('fails where the target ends before its banner', async () => {
    const end = await session(withBanner('Booting Zephyr'), { image: build('exits_silently') });
    expect(end).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
  });
});

describe('a target that cannot start', () => {
  it('names the simulator that is not installed and how to install it', async () => {
    const end = await session(qemu({ binary: 'qemu-system-nowhere' }), { image: build('exits') });
    expect(end).toMatchObject({ ok: false, error: { code: 'TOOLCHAIN_MISSING' } });
    if (!end.ok)
      expect(`${inEnglish(end.error.message)} ${inEnglish(end.error.next ?? '')}`).toMatch(
        /qemu-system-nowhere.*install/,
      );
  });

  it('names an image that does not exist, is no ELF file, or is for another processor', async () => {
    const text = join(bench.root, 'text.elf');
    writeFileSync(text, 'this is not an image of anything\n');
    const empty = join(bench.root, 'empty.elf');
    writeFileSync(empty, '');
    for (const image of [
      join(bench.root, 'missing.elf'),
      text,
      empty,
      process.execPath,
      bench.root,
      undefined,
    ]) {
      const end = await session(qemu(), { image });
      expect(end).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE', where: image ?? '' } });
    }
  });

  it("passes on QEMU's own words where it refuses the machine", async () => {
    const end = await session(qemu({ machine: 'no-such-board' }), { image: build('exits') });
    expect(end).toMatchObject({ ok: false, error: { code: 'TEST_ENV_FAILURE' } });
    if (!end.ok) expect(end.error.message).toContain('no-such-board');
  });
});

describe('reset', () => {
  it('restarts the firmware in the same simulator, and each run has its own console', async () => {
    const environment = bench.open(qemu(), { image: build('counts_boots') });
    await environment.start(never);
    const consoles: string[] = [];
    for (let i = 0; i < 3; i++) {
      if (i > 0) expect(await environment.reset(never)).toMatchObject({ ok: true });
      const end = await environment.run(never, () => undefined);
      expect(end).toMatchObject({ ok: true, value: { ended_by: 'pattern' } });
      if (end.ok) consoles.push(readFileSync(end.value.consoleFile, 'utf8').split('\r\n')[0] ?? '');
    }
    await environment.stop();
    expect(consoles).toEqual(['boot 1', 'boot 2', 'boot 3']);
  });

  it('starts a new simulator where the old one has gone', async () => {
    const environment = bench.open(qemu(), { image: build('exits') });
    await environment.start(never);
    await environment.run(never, () => undefined);
    expect(await environment.reset(never)).toMatchObject({ ok: true });
    expect(await environment.run(never, () => undefined)).toMatchObject({
      ok: true,
      value: { exit_code: 0 },
    });
    await environment.stop();
  });

  it('ends a simulator that no longer answers, and starts a new one', async () => {
    const environment = bench.open(qemu(), { image: build('hangs_after_greeting'), operation: 'op-frozen' });
    expect(await environment.start(never)).toMatchObject({ ok: true });
    const frozen = operationsRunning('op-frozen');
    for (const pid of frozen) process.kill(Number(pid), 'SIGSTOP');
    expect(await environment.reset(never)).toMatchObject({ ok: true });
    expect(operationsRunning('op-frozen').filter((pid) => frozen.includes(pid))).toEqual([]);
    await environment.stop();
    expect(operationsRunning('op-frozen')).toEqual([]);
  });

  it('happens by itself where a run follows a run', async () => {
    const environment = bench.open(qemu(), { image: build('exits') });
    await environment.start(never);
    await environment.run(never, () => undefined);
    expect(await environment.run(never, () => undefined)).toMatchObject({
      ok: true,
      value: { exit_code: 0 },
    });
    await environment.stop();
  });
});
