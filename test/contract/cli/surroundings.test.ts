import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallOptions, type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Ran } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import type { Key } from '../../fixtures/loop/terminal.js';
import { RunsShape, ShowShape } from './shapes.js';

let cli: InProcess;
let dir: string;
let home: string;
beforeAll(async () => {
  cli = await inProcess();
  dir = path.join(cli.root, 'user');
  mkdirSync(dir);
  ringProject(path.join(dir, 'fw'), TYPO);
  writeTask(path.join(dir, 'task.yaml'), './fw');
});
afterAll(() => cli.close());
beforeEach(() => {
  home = cli.freshHome();
});

const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: dir });
const RUN = ['run', 'task.yaml', '--approve'];
const stopped = async (): Promise<{ run: string; gate: string; code: string }> => {
  const ran = await cmd(...RUN, 'none', '--json');
  expect(ran.code).toBe(4);
  const last = ran.lines.at(-1);
  return { run: String(last?.run), gate: String(last?.gate), code: String(last?.code) };
};

/** The same on a real terminal is in the full tier. */
describe('where a person is there', () => {
  const ESCAPE = '\u001b';
  const typing = (args: string[], keys: CallOptions['keys'], o: Partial<CallOptions> = {}) =>
    cli.start(args, { home, cwd: dir, keys, ...o });

  it('leaves a question and what is typed where they are', async () => {
    mkdirSync(home);
    writeFileSync(path.join(home, 'policy.yaml'), 'gateRisk: 0.01\n');
    const typed = ['perhaps', 'yes', 'yes', 'no'].map((word): Key => ['yes/no: ', `${word}\n`]);
    const call = typing(['run', 'task.yaml'], typed, { columns: 20 });
    expect((await call.ended).code).toBe(0);
    const asked = call.screen().split('yes/no: ').slice(1);
    expect(asked).toHaveLength(4);
    for (const after of asked) expect(after.split('\n')[0]).not.toContain(ESCAPE);
    const status = call
      .noted()
      .split(`\r${ESCAPE}[2K`)
      .filter((line) => /^ {2}\d/.test(line));
    expect(status).not.toEqual([]);
    for (const line of status) expect([...line].length, line).toBeLessThan(20);
    expect(
      call
        .screen()
        .split(ESCAPE)
        .filter((part) => /^\[[0-9;]*m/.test(part)),
      'no colours',
    ).toEqual([]);
  });

  it('sends no control sequence to a terminal that knows none', async () => {
    const call = typing([...RUN, 'none'], [], { env: { TERM: 'dumb' } });
    expect([(await call.ended).code, call.screen().includes(ESCAPE)]).toEqual([4, false]);
  });

  it('ends with exit code 4 at a gate where the input ends without an answer', async () => {
    const call = typing(['run', 'task.yaml'], [['yes/no: ', null]]);
    expect([(await call.ended).code, call.screen()]).toEqual([
      4,
      expect.stringContaining('waits for an answer'),
    ]);
  });

  it('stops safely at a gate on a signal', async () => {
    const call = typing(['run', 'task.yaml'], []);
    await call.until('yes/no: ');
    call.signal('SIGINT');
    expect((await call.ended).code).toBe(3);
  });

  it('goes on by keys with --pace step, and stops on Ctrl-C', async () => {
    const call = typing(
      [...RUN, 'none', '--pace', 'step'],
      [
        ['INIT', ' '],
        ['CODE_ANALYSIS', '\u0003'],
      ],
    );
    expect([(await call.ended).code, call.noted()]).toEqual([3, expect.stringContaining('stopping safely')]);
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
