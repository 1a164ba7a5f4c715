import { existsSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGate } from '../../../../electron/tools/build/gate.js';
import { type CommandWork, runCommand } from '../../../../electron/tools/clone/command-tool.js';
import type { Policy } from '../../../../shared/policy.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { realConfinement, realExec } from '../../../fixtures/exec.js';
import { hostBench } from '../../effects/firmware-loop/trial/trial-bench.js';
import { problem, temporary, value } from '../../workspace/repositories.js';
import { calling, sessionClone } from './session-clone.js';

const FILES = { 'a.c': 'int a;\n', 'sub/b.c': 'int b;\n', '.gitignore': '*.o\n' };

/** A session that may run the commands, all by default. */
async function session(policy: Partial<Policy> = { commands: [['**']] }) {
  const made = await sessionClone(FILES, policy);
  const confinement = await realConfinement();
  const work: CommandWork = { ...made.work, exec: await realExec(), confinement };
  const run = (
    argv: string[],
    more: { cwd?: string; timeout_sec?: number } = {},
    choice: 'yes' | 'no' = 'no',
  ) => {
    const { call, gates } = calling(choice);
    return call(runCommand, { argv, ...more }, work).then((done) => ({ done, gates }));
  };
  return { ...made, work, run };
}

describe('run_terminal_cmd', () => {
  it('gives the exit code and the output as a result, whatever the code is', async () => {
    const { run, paths } = await session();
    const { done } = await run(['sh', '-c', 'echo out; echo err >&2; exit 3']);
    const result = value(done);
    expect(result).toMatchObject({ ended: 'exit', exit_code: 3, output: 'out\nerr\n', output_bytes: 8 });
    expect(readFileSync(join(paths.artifacts, result.artifact), 'utf8')).toBe('out\nerr\n');
  });

  it('gives each word to the program as it is: no shell reads them', async () => {
    const { run } = await session();
    const { done } = await run(['printf', '%s|', '$HOME', '; rm -rf .', '`id`', '', '*']);
    expect(value(done).output).toBe('$HOME|; rm -rf .|`id`||*|');
  });

  it('runs in the folder that is named, below the clone alone', async () => {
    const { run, clone } = await session();
    symlinkSync('/etc', join(clone, 'etc'));
    symlinkSync('a.c', join(clone, 'file'));
    expect(value((await run(['ls'], { cwd: 'sub' })).done).output).toBe('b.c\n');
    const refusals = [
      ['../..', 'POLICY_VIOLATION'],
      ['/etc', 'POLICY_VIOLATION'],
      ['etc', 'POLICY_VIOLATION'],
      ['none', 'FILE_NOT_FOUND'],
      ['a.c', 'FILE_NOT_FOUND'],
      ['file', 'FILE_NOT_FOUND'],
    ];
    for (const [cwd = '', code] of refusals)
      expect([cwd, problem((await run(['ls'], { cwd })).done).code]).toEqual([cwd, code]);
  });

  it('takes what it wrote back with the call, ignored files too', async () => {
    const { clone, work, files } = await session();
    const before = files();
    const { call, visit } = calling();
    const args = {
      argv: ['sh', '-c', 'echo x > a.c; echo y > a.o; mkdir -p d/e; echo z > d/e/f; rm sub/b.c'],
    };
    const result = value(await call(runCommand, args, work));
    expect([readFileSync(join(clone, 'a.o'), 'utf8'), existsSync(join(clone, 'sub/b.c'))]).toEqual([
      'y\n',
      false,
    ]);
    value(await visit.io.undo(runCommand, { args, result }, work));
    expect(files()).toEqual(before);
  });

  it('names the new files that it made and git does not ignore, sources first', async () => {
    const { run } = await session();
    const made = await run(['sh', '-c', 'echo x > a.c; echo y > a.o; echo z > notes.md; cp a.c sub/new.c']);
    expect(value(made.done).new_files).toEqual(['sub/new.c', 'notes.md']);
    expect(value((await run(['touch', 'notes.md', 'b.h'])).done).new_files).toEqual(['b.h']);
  });

  it('says what is no program, and what is no argument', async () => {
    const { run } = await session();
    expect(problem((await run(['no-such-program'])).done).code).toBe('FILE_NOT_FOUND');
    expect(problem((await run(['./a.c'])).done).code).toBe('ARGUMENTS_MALFORMED');
    expect(problem((await run(['echo', 'a\0b'])).done).code).toBe('ARGUMENTS_MALFORMED');
    expect(problem((await run([])).done).code).toBe('ARGUMENTS_MALFORMED');
  });
});

describe('a command that nobody allowed', () => {
  it('is shown whole, with what acts on a terminal escaped, and where it runs', async () => {
    const { run, files, clone } = await session({});
    const before = files();
    const { done, gates } = await run(['sh', '-c', `touch made \u202e\u001b[2J${'x'.repeat(200)}`]);
    expect(problem(done).code).toBe('DECLINED');
    const [gate] = gates();
    const subject = inEnglish(gate?.subject ?? '');
    expect(gate).toMatchObject({ scope: 'exec', risk: null });
    expect(subject).toContain(`"touch made \\u202e\\u001b[2J${'x'.repeat(200)}"`);
    expect(subject).toContain(`folder: ${clone}`);
    expect(files()).toEqual(before);
  });

  it('runs with a yes, and says where nothing confines it', async () => {
    const { work } = await session({});
    const { call, gates } = calling('yes');
    value(await call(runCommand, { argv: ['true'] }, { ...work, confinement: 'none' }));
    expect(inEnglish(gates()[0]?.subject ?? '')).toContain('NOT CONFINED');
  });
});

describe('a check of the task', () => {
  it('is asked about until its build is approved, and then runs', async () => {
    const { bench } = await hostBench({ 'a.c': '' }, { parser: 'tap', command: ['true'], cases: ['*'] });
    const checks = { ...bench.loaded.task.checks, lint: [['true', 'lint']] };
    const task = { ...bench, loaded: { ...bench.loaded, task: { ...bench.loaded.task, checks } } };
    const { work } = await session({});
    const asked = async (argv: string[]) => {
      const { call, gates } = calling('no');
      const { ok } = await call(runCommand, { argv }, { ...work, task });
      return [ok, gates().length];
    };
    expect(await asked(['true', 'lint'])).toEqual([false, 1]);
    const command = bench.loaded.task.build.command;
    const { binding } = await buildGate({ command }, task, { progress: () => undefined });
    task.buildApprovals.add(binding);
    expect(await asked(['true', 'lint'])).toEqual([true, 0]);
    expect(await asked(['true', 'lint', 'more'])).toEqual([false, 1]);
  });
});

describe('a command that does not end by itself', () => {
  const bubblewrapped = async (skip: (why: string) => never) =>
    (await realConfinement()) === 'bubblewrap' || skip('nothing confines programs here');

  it('is ended after its time although it ignores SIGTERM, and leaves the clone as it was', async () => {
    const { run, files } = await session();
    const before = files();
    const { done } = await run(['sh', '-c', 'trap "" TERM; echo half > a.o; while :; do sleep 1; done'], {
      timeout_sec: 1,
    });
    expect(problem(done).code).toBe('TIMEOUT');
    expect(files()).toEqual(before);
  });

  it('is ended where it prints for ever, and what it printed is kept', async () => {
    const { run, paths } = await session();
    const result = value((await run(['yes'])).done);
    expect(result).toMatchObject({ ended: 'output-limit', exit_code: null, output_bytes: 4 * 1024 * 1024 });
    expect(result.output.length).toBeLessThan(17_000);
    expect(readFileSync(join(paths.artifacts, result.artifact)).length).toBe(4 * 1024 * 1024);
  });

  it('takes with it what it left running', async ({ skip }) => {
    await bubblewrapped(skip);
    const { run, clone } = await session();
    const loop = 'setsid sh -c "while :; do echo x >> beat; sleep 0.01; done" >/dev/null 2>&1 &';
    value((await run(['sh', '-c', `${loop} until [ -s beat ]; do sleep 0.01; done`])).done);
    const beat = () => statSync(join(clone, 'beat')).size;
    const before = beat();
    value((await run(['sleep', '0.1'])).done);
    expect([before > 0, beat()]).toEqual([true, before]);
  });

  it('sees no home folder and no network, and writes nowhere else', async ({ skip }) => {
    await bubblewrapped(skip);
    const { run, clone } = await session();
    const outside = temporary('outside');
    const { done } = await run([
      ...['sh', '-c'],
      `echo x > ${outside}/x; echo x > ../beside; ls ~ /sys/class/net`,
    ]);
    expect(value(done).output).not.toMatch(/eth|wlan|enp/);
    expect(existsSync(join(outside, 'x'))).toBe(false);
    expect(existsSync(join(clone, '..', 'beside'))).toBe(false);
  });
});
