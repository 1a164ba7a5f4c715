import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bundleCommandLine,
  type CommandLine,
  processesOf,
  type Ran,
  runIds,
} from '../../fixtures/loop/command-line.js';
import { type Connected, connect, questionOf } from '../../fixtures/loop/mcp-client.js';
import { git, ringProject, TYPO } from '../../fixtures/loop/projects.js';
import { until } from '../../fixtures/until.js';

let cli: CommandLine;
let home: string;
let repo: string;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());
beforeEach(() => {
  home = cli.freshHome();
  mkdirSync(home);
  mkdirSync(`${home}-user`);
  repo = ringProject(path.join(`${home}-user`, 'fw'), TYPO);
});

const here = (): Promise<Connected> => connect(cli, { home, cwd: repo });
const command = (...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: repo });
const theRun = (): string => runIds(home)[0] ?? '';
const inClone = (file: string): boolean => existsSync(path.join(home, 'runs', theRun(), 'clone', file));

/** Kills the server as a crash does, and waits until the run is nobody's. */
async function kill(c: Connected): Promise<void> {
  process.kill(c.pid(), 'SIGKILL');
  await c.close();
  await until(async () => processesOf(theRun()).length === 0);
}

/** Tool and status of each call of the report. */
const callsOf = ({ lines }: Ran): string[] => {
  const calls: unknown = lines.at(-1)?.calls;
  return Array.isArray(calls) ? calls.map(({ tool, status }) => `${tool} ${status}`) : [];
};

const TOUCH = { argv: ['touch', 'late.txt'] };

describe('a server that is killed while a person is asked', () => {
  it('leaves the question, and a no ends the run without the call', async () => {
    const c = await here();
    const made = c.call('run_terminal_cmd', TOUCH).catch(() => 'gone');
    const { run, gate, code } = await questionOf(c);
    await kill(c);
    expect(await made).toBe('gone');
    expect((await command('resume', run, '--json')).code).toBe(4);
    expect((await command('approve', run, gate, 'no', '--code', code)).code).toBe(0);
    const ended = await command('resume', run, '--json');
    expect(ended.lines.at(-1)).toMatchObject({ type: 'report', outcome: 'CANCELLED', patch: null });
    expect([callsOf(ended), inClone('late.txt')]).toEqual([['run_terminal_cmd denied'], false]);
  });

  it('makes the call once after a yes, in the copy alone', async () => {
    const c = await here();
    void c.call('run_terminal_cmd', TOUCH).catch(() => 'gone');
    const { run, gate, code } = await questionOf(c);
    await kill(c);
    await command('approve', run, gate, 'yes', '--code', code);
    const ended = await command('resume', run, '--json');
    expect(ended.lines.at(-1)).toMatchObject({ type: 'report', outcome: 'CANCELLED' });
    expect([callsOf(ended), inClone('late.txt')]).toEqual([['run_terminal_cmd ok'], true]);
    expect(git(repo, 'status', '--porcelain')).toBe('');
  });
});

it('a server that is killed in the middle of a command leaves no process, and nothing of what that had half done', async () => {
  writeFileSync(path.join(home, 'policy.yaml'), "commands: [[sh, '**']]\n");
  const c = await here();
  const half = { argv: ['sh', '-c', 'touch half.txt; sleep 60'], timeout_sec: 2 };
  void c.call('run_terminal_cmd', half).catch(() => 'gone');
  await until(async () => theRun() !== '' && inClone('half.txt'));
  await kill(c);
  expect(inClone('half.txt')).toBe(true);
  const ended = await command('resume', theRun(), '--json');
  // what was begun is done again from the state before it, and comes to its own end
  expect(ended.lines.at(-1)).toMatchObject({ type: 'report', outcome: 'CANCELLED', patch: null });
  expect([callsOf(ended), inClone('half.txt')]).toEqual([['run_terminal_cmd failed'], false]);
  expect(processesOf(theRun())).toEqual([]);
});

it('a server that is killed between calls keeps those that were made, and their files', async () => {
  const c = await here();
  const edits = [{ path: 'src/ring.c', find: 'ring->cuont++', replace: 'ring->count++' }];
  expect((await c.call('apply_patch', { edits })).result.ok).toBe(true);
  expect((await c.call('read_file', { path: 'src/ring.c' })).text).toContain('ring->count++');
  await kill(c);
  const stopped = await command('resume', theRun(), '--json');
  const publish = stopped.lines.findLast(({ type }) => type === 'gate');
  expect([stopped.code, publish]).toMatchObject([4, { scope: 'publish', answer: null }]);
  await command('approve', theRun(), String(publish?.gate), 'yes', '--code', String(publish?.code));
  const ended = await command('resume', theRun(), '--json');
  expect(callsOf(ended)).toEqual(['apply_patch ok', 'read_file ok']);
  expect(git(repo, 'show', `benchloop/${theRun()}:src/ring.c`)).toContain('ring->count++');
});
