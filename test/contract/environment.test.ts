import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Environment } from '../../electron/bench/environment.js';
import { type Profile, ProfileSchema } from '../../shared/profile.js';
import { operationsRunning } from '../fixtures/operations.js';
import { openBench, profileOf } from '../fixtures/qemu/bench.js';
import { buildFirmware } from '../fixtures/qemu/firmware.js';
import {
  type Behaviour,
  ending,
  environmentContract,
  type Kind,
  startAndRun,
} from './environment-contract.js';

/** Targets that are programs of this computer: they exit and crash, too. */
type Deed = Behaviour | 'exits with 3' | 'crashes';

/** Sessions of other tests leave nothing in it. */
const temporary = mkdtempSync(join(tmpdir(), 'bl-env-'));
const before = process.env.TMPDIR;
process.env.TMPDIR = temporary;
const bench = openBench();
afterAll(() => {
  if (before === undefined) delete process.env.TMPDIR;
  else process.env.TMPDIR = before;
  rmSync(temporary, { recursive: true, force: true });
});

const never = new AbortController().signal;
const sh = (text: string) => ({ command: ['sh', '-c', text] });
const firmware = (scenario: string, ...flags: string[]) => ({
  image: buildFirmware(scenario, bench.root, 'lm3s6965evb', flags),
});

interface Program {
  name: string;
  profile: Profile;
  make: Record<Deed, () => { image?: string; command?: string[] }>;
}

/** Reached soon. */
const MAX_OUTPUT_BYTES = 50_000;

const limited = (profile: Profile, banner?: string): Profile =>
  ProfileSchema.parse({
    ...profile,
    testEnd: { ...profile.testEnd, maxOutputBytes: MAX_OUTPUT_BYTES },
    ...(banner === undefined ? {} : { health: { banner, timeoutSec: 0.5 } }),
  });

const programs: Program[] = [
  {
    name: 'qemu',
    profile: profileOf('qemu-lm3s6965evb'),
    make: {
      ends: () => firmware('exits'),
      'exits with 3': () => firmware('exits', '-DCODE=3'),
      'hangs silently': () => firmware('hangs_silently'),
      'hangs after greeting': () => firmware('hangs_after_greeting'),
      crashes: () => firmware('locks_up', '-DBROKEN_FAULT_HANDLER'),
      floods: () => firmware('floods'),
    },
  },
  {
    name: 'host',
    profile: profileOf('host'),
    make: {
      ends: () => sh('printf "hello from the target\\r\\n"'),
      'exits with 3': () => sh('printf "hello from the target\\r\\n"; exit 3'),
      'hangs silently': () => sh('sleep 1000'),
      'hangs after greeting': () => sh('echo hello; sleep 1000 & sleep 1000'),
      crashes: () => sh('echo about to fault; kill -SEGV $$'),
      floods: () => sh('while :; do echo again and again; done'),
    },
  },
  {
    name: 'script',
    profile: scriptProfile(),
    make: {
      ends: () => ({ image: 'passes' }),
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

const session = (
  { profile, make }: Program,
  deed: Deed,
  { banner, ...request }: { operation?: string; timeoutMs?: number; banner?: string } = {},
): Environment => bench.open(limited(profile, banner), { ...make[deed](), ...request });

const kindOf = (program: Program): Kind => ({
  name: program.name,
  open: async (behaviour, opening) => ({ environment: session(program, behaviour, opening) }),
  end: { ended_by: 'exit', exit_code: 0, signal: null, stuckPcs: [] },
  says: 'hello from the target\r\n',
  maxOutputBytes: MAX_OUTPUT_BYTES,
  greetsWithinMs: 4000,
  greets: program.profile.kind === 'qemu',
  expectNothingLeft: (operation) => expect(operationsRunning(operation)).toEqual([]),
  many: 50,
});

describe.each(programs)('the environment "$name"', (program) => {
  let before: string[];
  beforeEach(() => {
    before = readdirSync(temporary);
  });
  afterEach(() => expect(readdirSync(temporary)).toEqual(before));

  environmentContract(kindOf(program));

  it('tells the exit code', async () => {
    const environment = session(program, 'exits with 3');
    expect(ending(await startAndRun(environment))).toMatchObject({ ended_by: 'exit', exit_code: 3 });
    await environment.stop();
  });

  it('calls a crash a crash, with the signal and what was said before, also after a reset', async () => {
    const environment = session(program, 'crashes');
    const end = ending(await startAndRun(environment));
    expect(end).toMatchObject({ ended_by: 'crash', exit_code: null });
    expect(end.signal).toMatch(/^SIG(ABRT|SEGV)$/);
    expect(readFileSync(end.consoleFile, 'latin1').trim()).toBe('about to fault');
    expect(await environment.reset(never)).toMatchObject({ ok: true });
    const again = ending(await environment.run(never, () => undefined));
    expect(again).toMatchObject({ ended_by: 'crash', signal: end.signal });
    expect(readFileSync(again.consoleFile)).toEqual(readFileSync(end.consoleFile));
    await environment.stop();
  });
});
