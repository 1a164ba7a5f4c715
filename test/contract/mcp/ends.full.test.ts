import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, type Ran, runIds } from '../../fixtures/loop/command-line.js';
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
const FIX = { edits: [{ path: 'src/ring.c', find: 'ring->cuont++', replace: 'ring->count++' }] };

const theRun = (): string => runIds(home)[0] ?? '';

async function shown(run: string) {
  const { lines } = await command('show', run, '--json');
  const [line] = lines;
  if (line === undefined) throw new Error('nothing is shown');
  return line;
}

const lastGate = async (run: string): Promise<Record<string, unknown>> => {
  const { gates } = await shown(run);
  const last: unknown = Array.isArray(gates) ? gates.at(-1) : undefined;
  return Object(last);
};

describe('the end of a connection', () => {
  it('leaves a run that ended, where nothing was changed', async () => {
    const c = await here();
    await c.call('list_files');
    await c.close();
    expect(await shown(theRun())).toMatchObject({ report: { outcome: 'CANCELLED', patch: null } });
  });

  it('leaves a run that waits for a yes to its branch, and the patch beside it', async () => {
    const c = await here();
    const edited = await c.call('apply_patch', FIX);
    expect(edited.result).toMatchObject({ ok: true, payload: { files: ['src/ring.c'] } });
    await c.close();
    const run = theRun();
    expect(readFileSync(path.join(home, 'runs', run, 'report', 'result.patch'), 'utf8')).toContain(
      '+    ring->count++;',
    );
    const { gate, code, scope } = await lastGate(run);
    expect(scope).toBe('publish');
    expect(c.stderr()).toContain(`benchloop approve ${run} ${gate} yes --code ${code}`);
    expect((await command('approve', run, String(gate), 'yes', '--code', String(code))).code).toBe(0);
    const resumed = await command('resume', run, '--json');
    expect(resumed.lines.at(-1)).toMatchObject({ type: 'report', branch: `benchloop/${run}` });
    expect(git(repo, 'show', `benchloop/${run}:src/ring.c`)).toContain('ring->count++');
    expect(git(repo, 'status', '--porcelain')).toBe('');
  });

  it('is a disconnect also in the middle of a call: the call is given up, and so is its question', async () => {
    const c = await here();
    await c.call('apply_patch', FIX);
    const made = c.call('run_terminal_cmd', { argv: ['echo', 'x'] }).catch(() => null);
    const { run, gate, code } = await questionOf(c);
    await c.close();
    await made;
    expect((await command('approve', run, gate, 'yes', '--code', code)).code).toBe(2);
    expect(await lastGate(run)).toMatchObject({ scope: 'publish', answer: null });
  });

  it('after a kill leaves a run that resume brings to its end', async () => {
    const c = await here();
    await c.call('apply_patch', FIX);
    process.kill(c.pid(), 'SIGKILL');
    const run = theRun();
    await until(async () => (await command('resume', run, '--json')).code === 4);
    expect(await lastGate(run)).toMatchObject({ scope: 'publish', answer: null });
    const { gate, code } = await lastGate(run);
    await command('approve', run, String(gate), 'no', '--code', String(code));
    const resumed = await command('resume', run, '--json');
    expect(resumed.lines.at(-1)).toMatchObject({ type: 'report', outcome: 'CANCELLED', branch: null });
  });

  it('is not one run for two connections', async () => {
    const [a, b] = [await here(), await here()];
    await a.call('apply_patch', FIX);
    expect((await b.call('read_file', { path: 'src/ring.c' })).text).toContain('cuont');
    expect(runIds(home)).toHaveLength(2);
  });
});

describe('undo of what a client changed', () => {
  it('takes an edit back once the connection is over, to the hash of the tree before it', async () => {
    const c = await here();
    await c.call('apply_patch', FIX);
    await c.call('write_file', { path: 'notes.txt', content: 'x\n' });
    await c.close();
    const run = theRun();
    const { gate, code } = await lastGate(run);
    await command('approve', run, String(gate), 'no', '--code', String(code));
    await command('resume', run, '--json');
    const undone = await command('undo', run, '--json');
    expect(undone.code).toBe(0);
    const clone = path.join(home, 'runs', run, 'clone');
    expect(existsSync(path.join(clone, 'notes.txt'))).toBe(false);
    expect(readFileSync(path.join(clone, 'src', 'ring.c'), 'utf8')).toContain('cuont');
    const tree = git(repo, 'rev-parse', 'HEAD^{tree}').slice(0, 12);
    expect(undone.stdout).toContain(`${tree} after`);
  });
});
