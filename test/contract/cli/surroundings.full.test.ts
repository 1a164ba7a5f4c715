import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { type Key, onTerminal } from '../../fixtures/loop/terminal.js';
import { until } from '../../fixtures/until.js';

let cli: CommandLine;
let dir: string;
let home: string;
beforeAll(async () => {
  cli = await bundleCommandLine();
  dir = path.join(cli.root, 'user');
  mkdirSync(dir);
  ringProject(path.join(dir, 'fw'), TYPO);
  writeTask(path.join(dir, 'task.yaml'), './fw');
});
afterAll(() => cli.close());
beforeEach(() => {
  home = cli.freshHome();
});

const program = (): string => path.join(cli.root, 'dist', 'cli.js');
const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: dir });
const RUN = ['run', 'task.yaml', '--approve'];

describe('where the output goes', () => {
  const shell = (line: string): { code: number | null; stderr: string; stdout: string } => {
    const words = ['-c', line, 'sh', process.execPath, program()];
    const env = { ...process.env, BENCHLOOP_HOME: home, BENCHLOOP_LANG: 'en' };
    const { status, stderr, stdout } = spawnSync('bash', words, { cwd: dir, env, encoding: 'utf8' });
    return { code: status, stderr, stdout };
  };

  it('does not matter to the run where the reader goes away', () => {
    const read = shell(`"$@" ${RUN.join(' ')} all | head -1; exit "\${PIPESTATUS[0]}"`);
    expect([read.code, read.stdout]).toEqual([0, expect.stringContaining('IDLE → INIT')]);
    expect(read.stderr).not.toMatch(/EPIPE|at .*\.js/);
  });

  it('does not matter to the run where it is closed', () => {
    expect(shell(`"$@" ${RUN.join(' ')} all --json <&- >&- 2>&-`).code).toBe(0);
    expect(JSON.parse(shell('"$@" runs --json').stdout).runs).toMatchObject([{ final_status: 'SUCCESS' }]);
  });

  it('is told once where a whole run cannot be written, and the run goes on', () => {
    const full = shell(`"$@" ${RUN.join(' ')} all > /dev/full`);
    expect(full.code).toBe(2);
    expect(full.stderr.match(/ENOSPC|Warning/g)).toEqual(['ENOSPC']);
    expect(JSON.parse(shell('"$@" runs --json').stdout).runs).toMatchObject([{ final_status: 'SUCCESS' }]);
  });

  it.each(['runs --json', 'profiles', 'machines --mermaid', '--help'])(
    'is no success of %s where nothing can be written',
    (words) => {
      const full = shell(`"$@" ${words} > /dev/full`);
      expect([full.code, full.stderr]).toEqual([2, expect.stringContaining('ENOSPC')]);
    },
  );
});

describe('on a terminal', () => {
  const ESCAPE = '\u001b';
  const typing = (args: string[], keys: Key[] = [], o: { columns?: number; TERM?: string } = {}) =>
    onTerminal([process.execPath, program(), ...args], {
      columns: o.columns ?? 100,
      cwd: dir,
      env: { BENCHLOOP_HOME: home, ...(o.TERM ? { TERM: o.TERM } : {}) },
      keys,
    });

  it('keeps the status line within 20 columns', async () => {
    const { screen, code } = await typing([...RUN, 'all'], [], { columns: 20 });
    const status = screen
      .split(/\r/)
      .flatMap((line) => line.split(`${ESCAPE}[2K`))
      // after ten seconds transitions begin as the status line does
      .filter((s) => /^ {2}\d/.test(s) && !s.includes('→'));
    expect(code).toBe(0);
    expect(status).not.toEqual([]);
    for (const line of status) expect([...line].length, line).toBeLessThan(20);
  });

  it('sends no control sequence to one that knows none', async () => {
    const { screen, code } = await typing([...RUN, 'all'], [], { TERM: 'dumb' });
    expect([code, screen.includes(ESCAPE)]).toEqual([0, false]);
    expect(screen).toContain('SUCCESS  PLAUSIBLE');
  });

  it('has no colours at all, as NO_COLOR asks', async () => {
    const { screen } = await typing([...RUN, 'all']);
    expect(screen.includes(`${ESCAPE}[2K`)).toBe(true);
    expect(screen.split(ESCAPE).filter((part) => /^\[[0-9;]*m/.test(part))).toEqual([]);
  });

  it('leaves a question and what is typed where they are', async () => {
    mkdirSync(home);
    writeFileSync(path.join(home, 'policy.yaml'), 'gateRisk: 0.01\n');
    const { screen, code } = await typing(
      ['run', 'task.yaml'],
      [
        ['yes/no: ', 'perhaps\r'],
        ['yes/no: ', 'yes\r'],
        ['copy? yes/no: ', ''],
        ['yes/no: ', 'yes\r'],
        ['fw? yes/no: ', 'no\r'],
      ]
        .map(([after = '', keys = '']): Key => [after, keys])
        .filter(([, keys]) => keys !== ''),
    );
    expect(code).toBe(0);
    const asked = screen.split('yes/no: ').slice(1);
    expect(asked).toHaveLength(4);
    for (const after of asked) expect(after.split('\n')[0]).not.toContain(ESCAPE);
  });

  it('ends with exit code 4 at a gate where the input ends without an answer', async () => {
    const { screen, code } = await typing(['run', 'task.yaml'], [['yes/no: ', '\u0004']]);
    expect([code, screen]).toEqual([4, expect.stringContaining('waits for an answer')]);
    expect((await cmd('resume', ...runIds(home), '--approve', 'all')).code).toBe(0);
  });

  it('stops safely at a gate on Ctrl-C', async () => {
    const { code } = await typing(['run', 'task.yaml'], [['yes/no: ', '\u0003']]);
    expect(code).toBe(3);
  });

  it('goes on by keys with --pace step, and stops on Ctrl-C', async () => {
    const keys: Key[] = [
      ['INIT', ' '],
      ['CODE_ANALYSIS', ' '],
      ['ERROR_RECOVERY', '\u0003'],
    ];
    expect((await typing([...RUN, 'all', '--pace', 'step'], keys)).code).toBe(3);
  });
});

describe('a terminal that goes away', () => {
  /** The end of the input may come before SIGHUP: a run that waits for an answer then goes on waiting. */
  const CASES: [string, string, string[], RegExp][] = [
    ['at a gate', 'No person has approved', ['run', 'task.yaml'], /stopping safely|waits for an answer/],
    ['between two steps', 'IDLE → INIT', [...RUN, 'all', '--pace', 'step'], /stopping safely/],
  ];
  it.each(CASES)('stops the run safely %s', async (_, shown, args, said) => {
    const told = path.join(cli.root, 'told');
    const line = [process.execPath, program(), ...args].map((word) => `'${word}'`).join(' ');
    const env = { ...process.env, SHELL: '/bin/sh', BENCHLOOP_HOME: home, BENCHLOOP_LANG: 'en' };
    const script = spawn('script', ['-qefc', `exec ${line} 2>'${told}'`, '/dev/null'], { cwd: dir, env });
    let screen = '';
    script.stdout.setEncoding('utf8').on('data', (text: string) => {
      screen += text;
      if (screen.includes(shown)) script.kill('SIGKILL');
    });
    await once(script, 'close');
    await until(() => said.test(readFileSync(told, 'utf8')));
    const free = async () => (await cmd('resume', ...runIds(home), '--approve', 'all')).code;
    await until(async () => (await free()) !== 2);
    expect(readFileSync(told, 'utf8')).not.toContain('setRawMode');
  });
});

describe('SIGTERM', () => {
  it('ends a run that waits for a key', async () => {
    const line = [process.execPath, program(), ...RUN, 'all', '--pace', 'step']
      .map((w) => `'${w}'`)
      .join(' ');
    const env = { ...process.env, SHELL: '/bin/sh', BENCHLOOP_HOME: home, BENCHLOOP_LANG: 'en' };
    const script = spawn('script', ['-qefc', `echo pid $$; exec ${line}`, '/dev/null'], { cwd: dir, env });
    let screen = '';
    const closed = new Promise((resolve) => script.once('close', resolve));
    script.stdout.setEncoding('utf8').on('data', (text: string) => {
      const before = screen;
      screen += text;
      const shown = 'IDLE → INIT';
      if (!before.includes(shown) && screen.includes(shown))
        process.kill(Number(/pid (\d+)/.exec(screen)?.[1]), 'SIGTERM');
    });
    expect([await closed, screen]).toEqual([3, expect.stringContaining('stopped by SIGTERM')]);
  });
});
