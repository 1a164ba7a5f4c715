import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { type Key, onTerminal } from '../../fixtures/loop/terminal.js';
import { until } from '../../fixtures/until.js';
import { RunsShape, ShowShape } from './shapes.js';

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
const stopped = async (): Promise<{ run: string; gate: string; code: string }> => {
  const ran = await cmd(...RUN, 'none', '--json');
  expect(ran.code).toBe(4);
  const last = ran.lines.at(-1);
  return { run: String(last?.run), gate: String(last?.gate), code: String(last?.code) };
};

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
      .filter((s) => /^ {2}\d/.test(s));
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

describe('an unfinished run', () => {
  it('is shown with what it did so far and without a report', async () => {
    const { run, gate } = await stopped();
    const shown = await cmd('show', run, '--json');
    const parsed = ShowShape.parse(JSON.parse(shown.stdout));
    expect([shown.code, parsed.report, parsed.trace.at(-1)?.to]).toEqual([0, null, 'BUILD_RUN']);
    expect((await cmd('show', run)).stdout).toContain(`waits for ${gate}`);
    for (const format of ['html', 'junit'])
      expect((await cmd('show', run, `--${format}`, 'none')).stderr).toContain('is not finished');
  });

  it('takes an answer to the gate that waits, and says why it takes no other', async () => {
    const first = await stopped();
    const second = await stopped();
    const answer = (run: string, gate: string): Promise<Ran> =>
      cmd('approve', run, gate, 'yes', '--code', first.code);
    const listed = RunsShape.parse(JSON.parse((await cmd('runs', '--json')).stdout));
    expect(listed.runs.map((r) => r.run)).toEqual([first.run, second.run]);

    const other = await answer(first.run, first.gate.replace('build', 'patch'));
    expect([other.code, other.stderr]).toEqual([
      2,
      expect.stringContaining(`the one that waits: ${first.gate}`),
    ]);
    expect((await answer('nobody', first.gate)).stderr).toContain('there is no run nobody');
    expect((await answer(first.run, first.gate)).code).toBe(0);
    const twice = await cmd('approve', first.run, first.gate, 'no', '--code', first.code);
    expect([twice.code, twice.stderr]).toEqual([
      2,
      expect.stringContaining('was answered already: yes (command line)'),
    ]);
    expect((await answer(second.run, second.gate)).code).toBe(0);
  });

  it('is taken up without its name only where it is the newest of all that are open', async () => {
    const older = await stopped();
    const newer = await stopped();
    const unsure = await cmd('resume');
    expect([unsure.code, unsure.stdout]).toEqual([4, '']);
    expect(unsure.stderr).toContain(`benchloop resume ${newer.run}`);
    expect(unsure.stderr).toContain('2 runs are unfinished');
    const taken = await cmd('resume', '--yes', '--approve', 'all', '--json');
    expect([taken.code, taken.lines.at(-1)?.run]).toEqual([0, newer.run]);
    expect((await cmd('resume')).stderr).toContain(`benchloop resume ${older.run}`);
  });
});

describe('a finished run', () => {
  it('gives its report and its own exit code, however it ended', async () => {
    const { run, gate, code } = await stopped();
    await cmd('approve', run, gate, 'no', '--code', code);
    const end = await cmd('resume', run, '--json');
    expect(end.code).toBe(3);
    const again = await cmd('resume', run, '--json');
    expect([again.code, again.lines]).toEqual([3, [end.lines.at(-1)]]);
    expect((await cmd('resume', run, '--yes')).stdout).toMatch(/^ABORTED/);
    expect((await cmd('approve', run, gate, 'yes', '--code', code)).code).toBe(2);
  });
});

describe('a repository whose path is no plain word', () => {
  it('stays on one line of a question', async () => {
    const strange = path.join(dir, 'a\nrisk 0.00: none\u001b[2J');
    mkdirSync(strange);
    ringProject(path.join(strange, 'fw'), TYPO);
    const task = writeTask(path.join(strange, 'task.yaml'), './fw');
    const ran = await cmd('run', task, '--approve', 'none', '--json');
    const gate = ran.lines.find((line) => line.type === 'gate');
    expect(String(gate?.question)).toContain('a<LF>risk 0.00: none<ESC>[2J/fw? No person');
  });
});
