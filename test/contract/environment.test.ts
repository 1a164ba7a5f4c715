import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { Environment, SessionEnd } from '../../electron/bench/environment.js';
import type { Result } from '../../shared/problem.js';
import { type Profile, ProfileSchema } from '../../shared/profile.js';
import { operationsRunning } from '../fixtures/operations.js';
import { openBench, profileOf } from '../fixtures/qemu/bench.js';
import { buildFirmware } from '../fixtures/qemu/firmware.js';

/** What a target can be made to do, for each kind of environment. */
type Behaviour =
  | 'exits with 0'
  | 'exits with 3'
  | 'hangs silently'
  | 'hangs after greeting'
  | 'crashes'
  | 'floods';

/** Sessions of other tests leave nothing in it. */
const temporary = mkdtempSync(join(tmpdir(), 'bl-env-'));
process.env.TMPDIR = temporary;
const bench = openBench();
afterAll(() => rmSync(temporary, { recursive: true, force: true }));

const never = new AbortController().signal;
const sh = (text: string) => ({ command: ['sh', '-c', text] });
const firmware = (scenario: string, ...flags: string[]) => ({
  image: buildFirmware(scenario, bench.root, 'lm3s6965evb', flags),
});

interface Kind {
  name: string;
  profile: Profile;
  make: Record<Behaviour, () => { image?: string; command?: string[] }>;
}

/** Limits small enough to be reached soon. */
const limited = (profile: Profile): Profile =>
  ProfileSchema.parse({ ...profile, testEnd: { ...profile.testEnd, maxOutputBytes: 50_000 } });

const kinds: Kind[] = [
  {
    name: 'qemu',
    profile: limited(profileOf('qemu-lm3s6965evb')),
    make: {
      'exits with 0': () => firmware('exits'),
      'exits with 3': () => firmware('exits', '-DCODE=3'),
      'hangs silently': () => firmware('hangs_silently'),
      'hangs after greeting': () => firmware('hangs_after_greeting'),
      crashes: () => firmware('locks_up', '-DBROKEN_FAULT_HANDLER'),
      floods: () => firmware('floods'),
    },
  },
  {
    name: 'host',
    profile: limited(profileOf('host')),
    make: {
      'exits with 0': () => sh('printf "hello from the target\\r\\n"'),
      'exits with 3': () => sh('printf "hello from the target\\r\\n"; exit 3'),
      'hangs silently': () => sh('sleep 1000'),
      'hangs after greeting': () => sh('echo hello; sleep 1000 & sleep 1000'),
      crashes: () => sh('echo about to fault; kill -SEGV $$'),
      floods: () => sh('while :; do echo again and again; done'),
    },
  },
  {
    name: 'script',
    profile: limited(scriptProfile()),
    make: {
      'exits with 0': () => ({ image: 'passes' }),
      'exits with 3': () => ({ image: 'fails' }),
      'hangs silently': () => ({ image: 'hangs' }),
      'hangs after greeting': () => ({ image: 'greets' }),
      crashes: () => ({ image: 'crashes' }),
      floods: () => ({ image: 'floods' }),
    },
  },
];

/** A vendor's script that does what the image is called. */
function scriptProfile(): Profile {
  const file = join(bench.root, 'behave.sh');
  const cases = {
    passes: 'printf "hello from the target\\r\\n"',
    fails: 'printf "hello from the target\\r\\n"; exit 3',
    hangs: 'sleep 1000',
    greets: 'echo hello; sleep 1000 & sleep 1000',
    crashes: 'echo about to fault; kill -SEGV $$',
    floods: 'while :; do echo again and again; done',
  };
  const branches = Object.entries(cases).map(([name, commands]) => `${name}) ${commands};;`);
  writeFileSync(file, ['case $1 in', ...branches, 'esac', ''].join('\n'));
  const test = { command: [file, '{image}'] };
  return ProfileSchema.parse({ id: 'vendor', kind: 'script', title: 'vendor', test });
}

function value(result: Result<SessionEnd>): SessionEnd {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

describe.each(kinds)('the environment "$name"', ({ name, profile, make }) => {
  let count = 0;
  const session = async <T>(
    behaviour: keyof typeof make,
    use: (environment: Environment, operation: string) => Promise<T>,
    timeoutMs = 120_000,
  ): Promise<T> => {
    count += 1;
    const operation = `contract-${process.pid}-${name}-${count}`;
    const environment = bench.open(profile, { ...make[behaviour](), timeoutMs, operation });
    try {
      return await use(environment, operation);
    } finally {
      await environment.stop();
      expect(operationsRunning(operation)).toEqual([]);
    }
  };
  const startAndRun = async (environment: Environment, console: Uint8Array[] = []) => {
    const started = await environment.start(never);
    return started.ok ? environment.run(never, (bytes) => console.push(bytes)) : started;
  };

  it('tells the exit code, and gives every byte to the file and to the listener', async () => {
    await session('exits with 0', async (environment) => {
      const heard: Uint8Array[] = [];
      const end = value(await startAndRun(environment, heard));
      expect(end).toMatchObject({ ended_by: 'exit', exit_code: 0, signal: null, stuckPcs: [] });
      expect(readFileSync(end.consoleFile, 'latin1')).toBe('hello from the target\r\n');
      expect(Buffer.concat(heard).toString('latin1')).toBe('hello from the target\r\n');
    });
    const end = await session('exits with 3', (environment) => startAndRun(environment));
    expect(value(end)).toMatchObject({ ended_by: 'exit', exit_code: 3 });
  });

  it('calls a target that never says anything a timeout', async () => {
    const end = value(await session('hangs silently', (environment) => startAndRun(environment), 400));
    expect(end).toMatchObject({ ended_by: 'timeout', exit_code: null, signal: null });
    expect(readFileSync(end.consoleFile)).toHaveLength(0);
  });

  it('keeps what a target said before it hung', async () => {
    const end = value(await session('hangs after greeting', (environment) => startAndRun(environment), 4000));
    expect(end.ended_by).toBe('timeout');
    expect(readFileSync(end.consoleFile).length).toBeGreaterThan(0);
  });

  it('calls a crash a crash, with the signal and what was said before', async () => {
    const end = value(await session('crashes', (environment) => startAndRun(environment)));
    expect(end).toMatchObject({ ended_by: 'crash', exit_code: null });
    expect(end.signal).toMatch(/^SIG(ABRT|SEGV)$/);
    expect(readFileSync(end.consoleFile, 'latin1').trim()).toBe('about to fault');
  });

  it('ends endless output at the limit', async () => {
    const end = value(await session('floods', (environment) => startAndRun(environment)));
    expect(end).toMatchObject({ ended_by: 'output-limit', exit_code: null });
    expect(readFileSync(end.consoleFile)).toHaveLength(50_000);
  });

  it.each(['exits with 0', 'floods', 'crashes'] as const)(
    'runs again after a reset: %s',
    async (behaviour) => {
      await session(behaviour, async (environment) => {
        const first = value(await startAndRun(environment));
        expect(await environment.reset(never)).toMatchObject({ ok: true });
        const second = value(await environment.run(never, () => undefined));
        expect(second.ended_by).toBe(first.ended_by);
        expect(second.consoleFile).not.toBe(first.consoleFile);
        expect(readFileSync(second.consoleFile)).toEqual(readFileSync(first.consoleFile));
      });
    },
  );

  it('does not start after an abort', async () => {
    await session('exits with 0', async (environment, operation) => {
      expect(await environment.start(AbortSignal.abort())).toMatchObject({ ok: false });
      expect(operationsRunning(operation)).toEqual([]);
    });
  });

  it('ends when aborted while it starts, and leaves nothing', async () => {
    await session('hangs silently', async (environment, operation) => {
      const abort = new AbortController();
      const starting = environment.start(abort.signal);
      abort.abort();
      await starting;
      await environment.stop();
      expect(operationsRunning(operation)).toEqual([]);
    });
  });

  it('ends when aborted while it runs, and leaves nothing', async () => {
    await session('hangs after greeting', async (environment, operation) => {
      const abort = new AbortController();
      expect(await environment.start(never)).toMatchObject({ ok: true });
      const end = await environment.run(abort.signal, () => abort.abort());
      expect(end).toMatchObject({ ok: false, error: { code: 'ENV_ERROR' } });
      expect(operationsRunning(operation)).toEqual([]);
    });
  });

  it('can be stopped twice, and without a start', async () => {
    await session('exits with 0', async (environment) => {
      await environment.stop();
      await startAndRun(environment);
      await environment.stop();
      await environment.stop();
    });
  });

  it('keeps two sessions at once apart', async () => {
    const ends = await Promise.all(
      (['exits with 0', 'exits with 3', 'crashes'] as const).map((behaviour) =>
        session(behaviour, (environment) => startAndRun(environment)),
      ),
    );
    expect(ends.map((end) => value(end).exit_code)).toEqual([0, 3, null]);
  });

  it('leaves no process and no folder after many sessions', async () => {
    const request = make['exits with 0']();
    const folders = () => readdirSync(temporary);
    const before = folders();
    for (let i = 0; i < 50; i++) {
      const environment = bench.open(profile, {
        ...request,
        timeoutMs: 120_000,
        operation: `many-${process.pid}-${name}`,
      });
      expect(value(await startAndRun(environment)).exit_code).toBe(0);
      await environment.stop();
    }
    expect(operationsRunning(`many-${process.pid}-${name}`)).toEqual([]);
    expect(folders()).toEqual(before);
  });
});
