import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { branchesOf, type Converged, converged, deliver, edgesOf } from '../../fixtures/delivery-scene.js';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { runIds } from '../../fixtures/loop/command-line.js';
import { git, OFF_BY_ONE, ON_QEMU, ringProject, TYPO, targetProject } from '../../fixtures/loop/projects.js';
import { fingerprint } from '../../unit/workspace/repositories.js';
import { FOUND_SOON } from '../loop/workshop.js';

let cli: InProcess;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

const reasonOf = (lines: readonly Record<string, unknown>[]): string => String(lines.at(-1)?.reason);

describe('the work of a run on a board in QEMU', () => {
  let scene: Converged;
  beforeAll(async () => {
    scene = await converged(cli, ON_QEMU, { make: (dir) => targetProject(dir, TYPO) });
    appendFileSync(path.join(scene.repo, 'src', 'ring.h'), '/* unfinished */\n');
    writeFileSync(path.join(scene.repo, 'notes.txt'), 'mine\n');
    git(scene.repo, 'add', 'notes.txt');
  }, 120_000);

  it('ends in a reviewed commit on a branch, and the user’s unfinished work is not touched', async () => {
    const before = fingerprint(scene.repo);
    const end = await deliver(cli, scene, '--approve', 'all');
    expect(edgesOf(end)).toEqual([
      'IDLE init DEVELOPING',
      'DEVELOPING reply_ended REVIEWING',
      'REVIEWING no_issue LINTING',
      'LINTING lint_pass TESTING',
      'TESTING test_pass COMMITTING',
      'COMMITTING commit_success DONE',
    ]);
    const report = end.lines.at(-1);
    expect(report).toMatchObject({
      ...{
        type: 'report',
        machine: 'delivery',
        outcome: 'committed',
        final_status: 'SUCCESS',
        of: scene.run,
      },
      ...{ review: { by: 'rules', issues: [] }, patch: scene.patch, tests: [{ failed: [], problem: null }] },
    });
    expect(end.code).toBe(0);
    const [branch = '', ...others] = branchesOf(scene);
    expect(others).toEqual([]);
    expect(git(scene.repo, 'rev-parse', `${branch}^`)).toBe(git(scene.repo, 'rev-parse', 'main'));
    expect(git(scene.repo, 'diff', '--name-only', 'main', branch).trim()).toBe('src/ring.c');
    const [subject = '', blank] = git(scene.repo, 'log', '-1', '--format=%B', branch).split('\n');
    expect(subject.length).toBeGreaterThan(10);
    expect([subject.length <= 72, blank]).toEqual([true, '']);
    const after = fingerprint(scene.repo);
    const touched = Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
    expect(touched.filter((name) => !/^\.git\/(objects|refs\/heads\/benchloop|logs)/.test(name))).toEqual([]);
    expect(git(scene.repo, 'status', '--porcelain').split('\n').filter(Boolean)).toEqual([
      'A  notes.txt',
      ' M src/ring.h',
    ]);
  });

  it('is shown as one page and as JUnit XML', async () => {
    const [, run = ''] = runIds(scene.home).sort();
    const [page, xml] = ['delivery.html', 'delivery.xml'].map((name) => path.join(scene.home, name));
    const args = ['show', run, '--html', String(page), '--junit', String(xml)];
    const shown = await cli.run(args, { home: scene.home });
    expect([shown.code, shown.stderr]).toEqual([0, '']);
    expect(readFileSync(String(page), 'utf8')).toMatch(
      /SUCCESS · committed[\s\S]*Work of run[\s\S]*COMMITTING/,
    );
    expect(readFileSync(String(xml), 'utf8')).toMatch(
      /failures="0" errors="0"[\s\S]*name="outcome" value="committed"/,
    );
  });

  it('is heard afterwards: a remark changes nothing, a deployment without a board is refused; and all of it replays', async () => {
    const [, run = ''] = runIds(scene.home).sort();
    const { home } = scene;
    const remark = await cli.run(['tell', run, 'nice work', '--json'], { home });
    expect(edgesOf(remark)).toEqual(['DONE user_message REFINING', 'REFINING stay DONE']);
    const refused = await cli.run(['tell', run, 'deploy it', '--json'], { home });
    expect(edgesOf(refused)).toEqual(['DONE user_message REFINING', 'REFINING deploy DONE']);
    const said = refused.lines.find(({ event }) => event === 'deploy')?.reason;
    expect(said).toBe('not deployed: this delivery names no profile to deploy to');
    expect([remark.code, refused.code]).toEqual([0, 0]);
    const cassette = path.join(home, 'cassette.json');
    expect((await cli.run(['show', run, '--cassette', cassette], { home })).code).toBe(0);
    expect((await cli.run(['replay', cassette], { home })).code).toBe(0);
    const listed = JSON.parse((await cli.run(['runs', '--json'], { home })).stdout);
    expect(listed.runs.at(-1)).toMatchObject({
      run,
      machine: 'delivery',
      state: 'DONE',
      final_status: 'SUCCESS',
    });
  });
});

describe('on this computer', () => {
  let plain: Converged;
  beforeAll(async () => {
    plain = await converged(cli);
  }, 120_000);

  it('the regression runs on each profile of the task; style checks that fail stop nothing, and leave nothing in the commit', {
    tags: 'full',
  }, async () => {
    const checks = { style: [['sh', '-c', 'touch src/left.c; exit 1']], unit: [['true']] };
    const scene = await converged(cli, { checks, profiles: ['host', './too.yaml'] });
    const too = 'id: host-too\nkind: host\ntitle: the same again\n';
    writeFileSync(path.join(`${scene.home}-user`, 'too.yaml'), too);
    const end = await deliver(cli, scene, '--approve', 'all');
    expect(end.lines.at(-1)).toMatchObject({ outcome: 'committed', retries: { lint: 3 } });
    const { tests } = end.lines.at(-1) as { tests?: { profile: string; passed: number }[] };
    expect(tests?.map(({ profile, passed }) => [profile, passed])).toEqual([
      ['checks.unit', 1],
      ['host', 4],
      ['host-too', 4],
    ]);
    expect(end.lines.at(-1)?.warnings).toHaveLength(1);
    const [branch = ''] = branchesOf(scene);
    expect(git(scene.repo, 'diff', '--name-only', 'main', branch).trim()).toBe('src/ring.c');
  });

  it('the commit of a run that repaired more than one thing names each of them', {
    tags: 'full',
  }, async () => {
    const scene = await converged(cli, { constraints: FOUND_SOON }, { make: brokenTwice });
    const end = await deliver(cli, scene, '--approve', 'all');
    expect(end.code, end.stderr).toBe(0);
    const [branch = ''] = branchesOf(scene);
    const [subject, blank, ...body] = git(scene.repo, 'log', '-1', '--format=%B', branch).split('\n');
    expect([subject, blank]).toEqual(['All ring cases pass', '']);
    expect(body.filter((line) => line.startsWith('- '))).toEqual([
      expect.stringMatching(/src\/ring\.c:15: .*cuont/),
      expect.stringMatching(/ring_put\(\) \(src\/ring\.c:11\): .*`>=`/),
    ]);
  });

  it('nothing is written into the repository without a yes, and a no is final', async () => {
    const scene = plain;
    const waits = await deliver(cli, scene, '--approve', 'build');
    expect([waits.code, branchesOf(scene)]).toEqual([4, []]);
    const gate = waits.lines.find(({ type, scope }) => type === 'gate' && scope === 'publish');
    const run = runIds(scene.home).sort().at(-1) ?? '';
    const { home } = scene;
    const no = await cli.run(['approve', run, String(gate?.gate), 'no', '--code', String(gate?.code)], {
      home,
    });
    expect(no.code).toBe(0);
    const end = await cli.run(['resume', run, '--json'], { home });
    expect(end.lines.at(-1)).toMatchObject({ outcome: 'commit_failed', committed: null });
    expect([end.code, branchesOf(scene)]).toEqual([1, []]);
  });

  it('a branch of the same name that somebody else made is left alone, and another name is taken', async () => {
    const waits = await deliver(cli, plain, '--approve', 'build');
    const gate = waits.lines.find(({ type, scope }) => type === 'gate' && scope === 'publish');
    const run = String(gate?.run);
    git(plain.repo, 'branch', `benchloop/${run}`, 'main');
    const end = await cli.run(['resume', run, '--approve', 'all', '--json'], { home: plain.home });
    expect(end.lines.at(-1), end.stderr).toMatchObject({
      ...{ outcome: 'committed', retries: { commit: 1 }, committed: { branch: `benchloop/${run}-try2` } },
    });
    const at = (name: string): string => git(plain.repo, 'rev-parse', name);
    expect(at(`benchloop/${run}`)).toBe(at('main'));
    expect(at(`benchloop/${run}-try2^`)).toBe(at('main'));
  });

  it('what has nothing to deliver is refused in words', async () => {
    const scene = plain;
    const unknown = await cli.run(['deliver', '20260102-030405-0a1b', '--json'], { home: scene.home });
    expect([unknown.code, unknown.stderr + unknown.stdout]).toEqual([
      2,
      expect.stringContaining('there is no run'),
    ]);
    const run = runIds(scene.home).sort().at(-1) ?? '';
    const twice = await cli.run(['deliver', run], { home: scene.home });
    expect([twice.code, twice.stderr]).toEqual([
      2,
      expect.stringContaining('only the work of a run of a task can be delivered'),
    ]);
    const host = await deliver(cli, scene, '--deploy', 'host');
    expect([host.code, host.stderr + host.stdout]).toEqual([
      2,
      expect.stringContaining('nothing can be deployed to host'),
    ]);
  });

  it('hooks of the user are not run by default', async () => {
    hook(plain, 'pre-commit', 'exit 1');
    expect((await deliver(cli, plain, '--approve', 'all')).code).toBe(0);
  });

  it('hooks see the commit that is being made, confined, where the user’s policy says so, and can refuse it', {
    tags: 'full',
  }, async () => {
    const scene = plain;
    const known = branchesOf(scene);
    writeFileSync(path.join(scene.home, 'policy.yaml'), 'successConfidence: 0\ncommitHooks: true\n');
    const outside = path.join(scene.home, 'escaped');
    hook(
      scene,
      'pre-commit',
      `git diff --cached --name-only | grep -q ring.c || exit 3; touch ${outside}; echo x >> src/ring.c`,
    );
    hook(scene, 'commit-msg', 'grep -q "Benchloop delivery" "$1" || exit 4; echo too long; exit 5');
    const refused = await deliver(cli, scene, '--approve', 'all');
    expect(refused.lines.at(-1)).toMatchObject({ outcome: 'commit_failed', retries: { commit: 2 } });
    expect(reasonOf(refused.lines)).toContain('the hook commit-msg refuses the commit: too long');
    expect([existsSync(outside), branchesOf(scene)]).toEqual([false, known]);
    hook(scene, 'commit-msg', 'exit 0');
    const asked = await deliver(cli, scene, '--approve', 'build,publish');
    const gate = asked.lines.find(({ type, scope }) => type === 'gate' && scope === 'commit');
    expect(asked.code).toBe(4);
    expect(String(gate?.subject)).toContain('pre-commit');
    const end = await deliver(cli, scene, '--approve', 'all');
    expect(end.code).toBe(0);
    const [branch = ''] = branchesOf(scene).filter((name) => !known.includes(name));
    expect(git(scene.repo, 'show', `${branch}:src/ring.c`).trimEnd().endsWith('x')).toBe(false);
    expect(readFileSync(path.join(scene.repo, 'src', 'ring.c'), 'utf8')).toContain('cuont');
  });
});

describe('a repository that has moved on since the run', () => {
  it('is told of in the question and in the report, with the files in which the work conflicts', {
    tags: 'full',
  }, async () => {
    const scene = await converged(cli);
    writeFileSync(path.join(scene.repo, 'notes.txt'), 'mine\n');
    git(scene.repo, 'add', 'notes.txt');
    git(scene.repo, 'commit', '-q', '-m', 'notes');
    const clean = await deliver(cli, scene, '--approve', 'all');
    expect(clean.lines.at(-1)).toMatchObject({
      ...{ outcome: 'committed' },
      committed: { notes: [expect.stringContaining('at commit'), expect.stringContaining('merges cleanly')] },
    });
    const file = path.join(scene.repo, 'src', 'ring.c');
    writeFileSync(file, readFileSync(file, 'utf8').replace('ring->cuont++', 'ring->cuont += 1'));
    git(scene.repo, 'commit', '-q', '-a', '-m', 'other');
    const before = fingerprint(scene.repo);
    const waits = await deliver(cli, scene, '--approve', 'build');
    const gate = waits.lines.find(({ type, scope }) => type === 'gate' && scope === 'publish');
    expect(String(gate?.subject), waits.stderr).toContain('it conflicts with your commit in src/ring.c');
    expect(fingerprint(scene.repo)).toEqual(before);
  });
});

/** A ring project with a misspelt name and a wrong comparison, in one commit. */
function brokenTwice(dir: string): string {
  const repo = ringProject(dir, OFF_BY_ONE);
  const file = path.join(repo, 'src', 'ring.c');
  writeFileSync(file, readFileSync(file, 'utf8').replace('ring->count++', 'ring->cuont++'));
  git(repo, 'commit', '-q', '-a', '--amend', '--no-edit');
  return repo;
}

/** A hook of the user's repository. */
function hook(scene: Converged, name: string, script: string): void {
  const folder = path.join(scene.repo, '.git', 'hooks');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}
