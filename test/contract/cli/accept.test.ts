import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Ran } from '../../fixtures/loop/command-line.js';
import { git, OFF_BY_ONE, ringProject, writeTask } from '../../fixtures/loop/projects.js';

describe('benchloop accept', () => {
  let cli: InProcess;
  let home: string;
  let dir: string;
  let run: string;
  const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: dir });
  const branches = (): string => git(path.join(dir, 'fw'), 'branch', '--list', 'benchloop/*').trim();
  const typing = (word: string): Promise<Ran> =>
    cli.run(['accept', run], { home, cwd: dir, keys: [['[yes/no] ', `${word}\n`]] });

  beforeAll(async () => {
    cli = await inProcess();
    home = cli.freshHome();
    dir = `${home}-user`;
    for (const folder of [home, dir]) mkdirSync(folder);
    // nothing is as sure as that
    writeFileSync(path.join(home, 'policy.yaml'), 'successConfidence: 0.99\n');
    ringProject(path.join(dir, 'fw'), OFF_BY_ONE);
    const task = writeTask(path.join(dir, 'task.yaml'), './fw', { constraints: { searchTrials: 6 } });
    const ran = await cmd('run', task, '--approve', 'all', '--json');
    expect(ran.lines.at(-1)).toMatchObject({ final_status: 'FAILURE', verdict: 'UNPROVEN', branch: null });
    run = String(ran.lines.at(-1)?.run);
  });
  afterAll(() => cli?.close());

  it('shows what it would write and waits where nobody is there, whatever the policy', async () => {
    const ran = await cmd('accept', run);
    expect(ran).toMatchObject({ code: 4, stdout: expect.stringContaining('NOT PROVEN: patch 1 of') });
    expect(ran.stdout).toContain('+    if (ring->count >= RING_SIZE)');
    expect(ran.stderr).toContain('Nobody is here to answer');
    expect(branches()).toBe('');
  });

  it.each([
    ['a patch that the run does not have', '99', /has no patch 99/],
    ['no number', 'first', /"?first"? is no number of a patch/],
    ['no patch of a run', '0', /0 is no number of a patch/],
  ])('refuses %s', async (_, typed, why) => {
    const ran = await cmd('accept', run, typed);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(why);
  });

  it('refuses, and asks nobody, where the policy locks branches by now', async () => {
    const file = path.join(home, 'policy.yaml');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, 'locks: { publish: true }\n');
    const ran = await cmd('accept', run);
    writeFileSync(file, before);
    expect(ran).toMatchObject({ code: 2, stderr: expect.stringContaining('lets no branch be written') });
    expect(ran.stdout).not.toContain('NOT PROVEN');
    expect(branches()).toBe('');
  });

  it('writes nothing after a no', async () => {
    expect(await typing('no')).toMatchObject({ code: 1 });
    expect(branches()).toBe('');
  });

  it('writes one branch after a yes, whose commit says that it is not proven; the run stays what it was', async () => {
    expect(await typing('yes')).toMatchObject({ code: 0 });
    expect(branches()).toBe(`benchloop/${run}`);
    const message = git(path.join(dir, 'fw'), 'log', '-1', '--format=%B', `benchloop/${run}`);
    expect(message).toContain('Benchloop-Verdict: UNPROVEN');
    const shown = JSON.parse((await cmd('show', run, '--json')).stdout);
    expect(shown.report).toMatchObject({
      final_status: 'FAILURE',
      verdict: 'UNPROVEN',
      branch: `benchloop/${run}`,
    });
  });
});
