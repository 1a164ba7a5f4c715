import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type DemoInfo, listDemos, prepareDemo } from '../../../electron/core/demo.js';
import { type Task, TaskSchema } from '../../../shared/task.js';
import { inEnglish } from '../../../shared/texts/words.js';

const demoDir = join(import.meta.dirname, '../../../native-config/demo');
const BOARDS = ['lm3s6965evb', 'mps2-an385', 'netduinoplus2'];
/** Quiet for so long after its last line: hundreds of times what the remaining cases take. */
const HANG_MS = 3000;
const demos = await listDemos(demoDir);

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'benchloop-demo-'));
});
afterAll(() => rm(dir, { recursive: true }));

interface Run {
  out: string;
  /** Undefined where the program had to be ended. */
  exit: number | undefined;
}

const build = (cwd: string, ...args: string[]) =>
  execa('make', ['-j2', ...args], { cwd, reject: false, all: true });

async function run(cwd: string, argv: readonly string[], hangsAfter?: RegExp): Promise<Run> {
  const child = execa(argv[0] ?? '', argv.slice(1), { cwd, reject: false, stdin: 'ignore', timeout: 60_000 });
  let out = '';
  let timer: NodeJS.Timeout | undefined;
  child.stdout?.on('data', (chunk) => {
    out += chunk;
    if (hangsAfter?.test(out)) timer ??= setTimeout(() => child.kill('SIGKILL'), HANG_MS);
  });
  const { exitCode } = await child;
  clearTimeout(timer);
  return { out, exit: exitCode };
}

const qemu = (machine: string) => [
  ...['qemu-system-arm', '-M', machine, '-display', 'none', '-monitor', 'none', '-serial', 'stdio'],
  ...['-semihosting-config', 'enable=on,target=gdb', '-kernel', 'build/app.elf'],
];

const programOf = (task: Task) =>
  task.profile === 'host' ? (task.test.command ?? []) : qemu(task.profile.replace('qemu-', ''));

/** Names of failed cases, of Unity and of TAP. */
const failed = (out: string): string[] =>
  out.split(/\r?\n/).flatMap((line) => {
    const name = /^[^:]+:\d+:(\w+):FAIL/.exec(line)?.[1] ?? /^not ok \d+ - (\w+)/.exec(line)?.[1];
    return name === undefined ? [] : [name];
  });

const lastPassed = (out: string): string | undefined => [...out.matchAll(/:(\w+):PASS/g)].at(-1)?.[1];

describe('the correct firmware', () => {
  it.each(BOARDS)('builds without a warning and passes every case on %s', async (board) => {
    const repo = join(dir, board);
    await cp(join(demoDir, 'firmware'), repo, { recursive: true });
    const made = await build(repo, `BOARD=${board}`);
    expect(made.all).not.toContain('warning:');
    const { out, exit } = await run(repo, qemu(board));
    expect(failed(out)).toEqual([]);
    expect(out).toMatch(/^[1-9]\d* Tests 0 Failures 0 Ignored\r\nOK\r\n$/m);
    expect(exit).toBe(0);
  });

  it('builds without a warning and passes every case on this computer', async () => {
    const repo = join(dir, 'host');
    await cp(join(demoDir, 'firmware'), repo, { recursive: true });
    const made = await build(repo, 'host');
    expect(made.all).not.toContain('warning:');
    const { out, exit } = await run(repo, ['build/host_tests']);
    expect(failed(out)).toEqual([]);
    expect(exit).toBe(0);
  });

  it('is linked again when the board changes', async () => {
    const repo = join(dir, 'again');
    await cp(join(demoDir, 'firmware'), repo, { recursive: true });
    for (const board of ['netduinoplus2', 'lm3s6965evb', 'netduinoplus2']) {
      await build(repo, `BOARD=${board}`);
      expect((await run(repo, qemu(board))).exit).toBe(0);
    }
  });

  it('says which boards there are when it is given another', async () => {
    const made = await build(join(demoDir, 'firmware'), 'BOARD=toaster');
    expect(made.exitCode).not.toBe(0);
    expect(made.all).toContain('netduinoplus2');
  });

  it('runs only the cases that it is given on this computer', async () => {
    const repo = join(dir, 'host');
    await build(repo, 'host');
    const { out } = await run(repo, ['build/host_tests', 'ring_starts_empty', 'window_mean_of_some']);
    expect(out.split('\n').filter((line) => line.startsWith('ok'))).toHaveLength(2);
  });
});

/** One check per kind of symptom; each builds and runs the prepared repository. */
const SHOWS: Record<
  DemoInfo['symptom']['kind'],
  (repo: string, task: Task, demo: DemoInfo) => Promise<void>
> = {
  async build(repo, task, { symptom }) {
    const made = await build(repo, ...task.build.command.slice(2));
    expect(made.exitCode).not.toBe(0);
    expect(made.all).toContain(symptom.kind === 'build' && symptom.message);
  },
  async cases(repo, task, { symptom }) {
    const { out, exit } = await run(repo, programOf(task));
    expect(failed(out)).toEqual(symptom.kind === 'cases' && symptom.failing);
    expect(exit).toBe(1);
  },
  async fault(repo, task, { symptom }) {
    const { out, exit } = await run(repo, programOf(task));
    expect(out).toContain(symptom.kind === 'fault' && symptom.message);
    expect(out).toMatch(/ pc=0x[0-9a-f]{8} lr=0x[0-9a-f]{8} cfsr=0x[0-9a-f]{8} hfsr=0x[0-9a-f]{8} bfar=0x/);
    expect(lastPassed(out)).toBe(symptom.kind === 'fault' && symptom.after);
    expect(exit).toBe(99);
  },
  async hang(repo, task, { symptom }) {
    const after = symptom.kind === 'hang' ? symptom.after : '';
    const { out, exit } = await run(repo, programOf(task), new RegExp(`:${after}:PASS`));
    expect(lastPassed(out)).toBe(after);
    expect(exit).toBeUndefined();
  },
  async flaky(repo, task, { symptom }) {
    const runs = [];
    for (let i = 0; i < 6; i++) runs.push(failed((await run(repo, programOf(task))).out));
    expect(new Set(runs.map(String)).size).toBeGreaterThan(1);
    expect(symptom.kind === 'flaky' && symptom.failing).toEqual(expect.arrayContaining(runs.flat()));
  },
};

describe('each demo task', () => {
  it.each(demos.map((demo) => [demo.name, demo] as const))(
    '%s shows the failure it promises',
    async (name, demo) => {
      const into = join(dir, `task-${name}`);
      const prepared = await prepareDemo({ demoDir, into, task: name });
      if (!prepared.ok) expect.fail(inEnglish(prepared.error.message));
      const task = TaskSchema.parse(parse(await readFile(prepared.value.taskFile, 'utf8')));
      const repo = join(into, 'firmware');
      if (demo.symptom.kind !== 'build') {
        const made = await build(repo, ...task.build.command.slice(2));
        expect(made.exitCode).toBe(0);
        expect(made.all).not.toContain('warning:');
      }
      await SHOWS[demo.symptom.kind](repo, task, demo);
    },
  );

  it('holds out cases of every task whose verdict speaks of them', async () => {
    for (const { name, expect: end } of demos) {
      const task = TaskSchema.parse(parse(await readFile(join(demoDir, 'tasks', name, 'task.yaml'), 'utf8')));
      if (end.verdict === 'CORRECT_ON_HELD_OUT') expect(task.test.heldOut, name).not.toEqual([]);
    }
  });
});
