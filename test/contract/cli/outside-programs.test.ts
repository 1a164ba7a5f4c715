import { appendFileSync, chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Line, Ran } from '../../fixtures/loop/command-line.js';
import { git, writeTask } from '../../fixtures/loop/projects.js';

let cli: InProcess;
let home: string;
let dir: string;
let task: string;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

const PASSES = '#!/bin/sh\necho ran >> "$(dirname "$0")/../../ran"\necho 1..1\necho "ok 1 - works"\n';

const profile = (more: object) => {
  const all = { kind: 'script', title: 'Theirs', ...more };
  writeFileSync(path.join(dir, 'fw', 'theirs.yaml'), stringify({ id: 'theirs', ...all }));
};

beforeEach(() => {
  home = cli.freshHome();
  dir = `${home}-user`;
  mkdirSync(path.join(dir, 'fw', 'tools'), { recursive: true });
  mkdirSync(home);
  const script = path.join(dir, 'fw', 'tools', 'run.sh');
  writeFileSync(script, PASSES);
  chmodSync(script, 0o755);
  profile({ test: { command: ['./tools/run.sh'] } });
  const repo = path.join(dir, 'fw');
  mkdirSync(path.join(repo, 'src'));
  writeFileSync(path.join(repo, 'src', 'a.c'), 'int a;\n');
  git(repo, 'init', '-q');
  git(repo, 'add', '.');
  git(repo, 'commit', '-qm', 'all');
  task = writeTask(path.join(dir, 'task.yaml'), './fw', {
    profile: './fw/theirs.yaml',
    build: { command: ['true'], artifacts: {} },
    test: { command: undefined, cases: ['works'] },
  });
});

const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: dir });
const begin = (approve: string): Promise<Ran> => cmd('run', task, '--approve', approve, '--json');
const asked = (ran: Ran): Line => {
  const gate = ran.lines.findLast((line) => line.type === 'gate' && line.answer === null);
  if (!gate) expect.fail(`nothing was asked: ${ran.stdout.slice(-1500)}${ran.stderr}`);
  return gate;
};
const hasRun = () => existsSync(path.join(dir, 'ran'));

describe('programs of a profile that comes with the task', () => {
  it.each(['build', 'all', 'build,patch,flash,publish,power'])(
    'are asked for by their own names, and nothing of them runs before, by --approve %s',
    async (approve) => {
      const ran = await begin(approve);
      expect(ran.code).toBe(4);
      const gate = asked(ran);
      expect(gate.scope).toBe('exec');
      expect(gate.subject).toContain('NOT CONFINED');
      expect(gate.subject).toContain(`test: ["${path.join(dir, 'fw', 'tools', 'run.sh')}"]`);
      expect(gate.subject).toMatch(/file: .*\/fw\/tools\/run\.sh, SHA-256 [0-9a-f]{64}/);
      expect(hasRun()).toBe(false);
    },
  );

  it('run where exec is named', async () => {
    const ran = await begin('build,exec');
    expect(ran.lines.at(-1)).toMatchObject({ type: 'report', final_status: 'SUCCESS' });
    expect(hasRun()).toBe(true);
  });

  it('are asked for again where the file that will run is another one', async () => {
    const first = asked(await begin('build'));
    appendFileSync(path.join(dir, 'fw', 'tools', 'run.sh'), '# another\n');
    const yes = ['approve', String(first.run), String(first.gate), 'yes', '--code', String(first.code)];
    expect((await cmd(...yes)).code).toBe(0);
    const ran = await cmd('resume', String(first.run), '--json');
    expect(asked(ran).scope).toBe('exec');
    expect(asked(ran).binding).not.toBe(first.binding);
    expect(hasRun()).toBe(false);
  });

  it('may be refused, and then nothing runs', async () => {
    const gate = asked(await begin('build'));
    await cmd('approve', String(gate.run), String(gate.gate), 'no', '--code', String(gate.code));
    const ran = await cmd('resume', String(gate.run), '--json');
    expect(ran.lines.at(-1)).toMatchObject({ type: 'report', verdict: expect.not.stringMatching('NOTHING') });
    expect(hasRun()).toBe(false);
  });
});
