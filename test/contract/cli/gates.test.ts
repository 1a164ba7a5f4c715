import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import type { Line, Ran } from '../../fixtures/loop/command-line.js';
import { git, ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';
import { fingerprint } from '../../unit/workspace/repositories.js';

let cli: InProcess;
let home: string;
let dir: string;
let repo: string;
let task: string;
beforeAll(async () => {
  cli = await inProcess();
});
afterAll(() => cli.close());

/** Every risk from 0.01 on asks here, so that the patch gate is met too. */
const ASK_FOR_EVERY_PATCH = 'gateRisk: 0.01\n';

beforeEach(() => {
  home = cli.freshHome();
  dir = `${home}-user`;
  mkdirSync(home);
  mkdirSync(dir);
  writeFileSync(path.join(home, 'policy.yaml'), ASK_FOR_EVERY_PATCH);
  repo = ringProject(path.join(dir, 'fw'), TYPO);
  task = writeTask(path.join(dir, 'task.yaml'), './fw');
});

const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: dir });
const begin = (approve: string): Promise<Ran> => cmd('run', task, '--approve', approve, '--json');
const asked = (ran: Ran): Line => {
  const gate = ran.lines.findLast((line) => line.type === 'gate' && line.answer === null);
  if (!gate) throw new Error(`nothing was asked: ${ran.stdout.slice(-1500)}${ran.stderr}`);
  return gate;
};

const approve = ({ run, gate, code }: Line, word: string): Promise<Ran> =>
  cmd('approve', String(run), String(gate), word, '--code', String(code));

/** Answers what the run waits for, then lets it go on. */
async function answer(ran: Ran, word: 'yes' | 'no'): Promise<Ran> {
  const gate = asked(ran);
  expect((await approve(gate, word)).code).toBe(0);
  return cmd('resume', String(gate.run), '--json');
}

describe('--approve none', () => {
  it('stops at each gate with exit code 4 until all are answered', async () => {
    const build = await begin('none');
    expect([build.code, asked(build).scope]).toEqual([4, 'build']);
    expect(asked(build).subject).toContain('["make"]');
    expect(asked(build).subject).toContain(
      'Benchloop asks again when one of these changes: command, profile, "Makefile"',
    );
    const listed = JSON.parse((await cmd('runs', '--json')).stdout).runs[0];
    expect(listed).toMatchObject({ state: 'BUILD_RUN', final_status: null, waiting_for: asked(build).gate });

    const patch = await answer(build, 'yes');
    expect([patch.code, asked(patch).scope, asked(patch).run]).toEqual([4, 'patch', asked(build).run]);
    expect(asked(patch).subject).toContain('+    ring->count++;');
    expect(asked(patch).risk).toBeGreaterThan(0);
    expect(asked(patch).reasons).not.toEqual([]);

    const publish = await answer(patch, 'yes');
    expect([publish.code, asked(publish).scope]).toEqual([4, 'publish']);
    expect(git(repo, 'branch', '--list', 'benchloop/*')).toBe('');

    const end = await answer(publish, 'yes');
    expect([end.code, end.lines.at(-1)?.final_status]).toEqual([0, 'SUCCESS']);
    expect(git(repo, 'branch', '--list', 'benchloop/*').trim()).toBe(`benchloop/${asked(build).run}`);
  });

  it('shows a code with the question and asks the same again, takes no answer without, and one only', async () => {
    const stopped = await begin('none');
    const gate = asked(stopped);
    expect(gate.code).toMatch(/^[0-9a-f]{8}$/);
    const command = `approve ${gate.run} ${gate.gate} yes --code ${gate.code}`;
    expect(stopped.stderr).toContain(command);
    expect((await cmd('show', String(gate.run))).stdout).toContain(command);
    for (const given of [[], ['--code', '00000000']]) {
      const refused = await cmd('approve', String(gate.run), String(gate.gate), 'yes', ...given);
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('nothing was recorded')]);
    }
    const again = await cmd('resume', String(gate.run), '--json');
    expect([again.code, asked(again).gate, asked(again).code]).toEqual([4, gate.gate, gate.code]);
    expect((await approve(gate, 'no')).code).toBe(0);
    const twice = await approve(gate, 'yes');
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining(String(gate.gate))]);
    expect((await cmd('approve', String(gate.run), String(gate.gate), 'maybe')).code).toBe(2);
    expect((await cmd('approve', 'nobody', String(gate.gate), 'yes')).code).toBe(2);
  });

  it('takes no answer from the command line where the policy says so, neither now nor before', async () => {
    const stopped = await begin('none');
    writeFileSync(path.join(home, 'policy.yaml'), `${ASK_FOR_EVERY_PATCH}humanChannel: window\n`);
    const refused = await approve(asked(stopped), 'yes');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('window only')]);
    const before = await begin('build');
    expect([before.code, before.lines.at(-1)]).toEqual([
      2,
      expect.objectContaining({ code: 'ANSWER_REFUSED' }),
    ]);
    const accepted = await cmd('accept', String(asked(stopped).run));
    expect([accepted.code, accepted.stderr]).toEqual([2, expect.stringContaining('window only')]);
    const waits = await begin('none');
    expect([waits.code, waits.stderr]).toEqual([4, expect.stringContaining('answer in the window')]);
    expect(waits.stderr).not.toContain('--code');
  });

  it('is what holds where there is no terminal and nothing was said', async () => {
    expect((await cmd('run', task)).code).toBe(4);
  });

  it('resumes only by name or with --yes, and names the run otherwise', async () => {
    const run = String(asked(await begin('none')).run);
    const unsure = await cmd('resume');
    expect([unsure.code, unsure.stderr]).toEqual([4, expect.stringContaining(run)]);
    const sure = await cmd('resume', '--yes', '--approve', 'all', '--json');
    expect([sure.code, sure.lines.at(-1)?.run]).toEqual([0, run]);
    expect((await cmd('resume', '--yes')).code).toBe(2);
  });
});

describe('a declined gate', () => {
  it('ends the run in ABORTED where the build may not run', async () => {
    const before = fingerprint(repo);
    const end = await answer(await begin('none'), 'no');
    expect([end.code, end.lines.at(-1)]).toEqual([
      3,
      expect.objectContaining({
        final_status: 'ABORTED',
        patch: null,
        abort_reason: expect.stringContaining('build'),
      }),
    ]);
    expect(fingerprint(repo)).toEqual(before);
  });

  it('applies nothing where the patch may not be applied', async () => {
    let end = await answer(await begin('build'), 'no');
    for (let i = 0; i < 10 && end.code === 4; i += 1) end = await answer(end, 'no');
    expect(end.lines.at(-1)).toMatchObject({ patch: null, files_changed: [] });
    expect([1, 3]).toContain(end.code);
    expect(git(repo, 'branch', '--list', 'benchloop/*')).toBe('');
  });

  it('is SUCCESS with the patch file but without a branch where nothing may be published', async () => {
    const before = fingerprint(repo);
    const stopped = await begin('build,patch');
    expect([stopped.code, asked(stopped).scope]).toEqual([4, 'publish']);
    const answered = stopped.lines.filter((line) => line.type === 'gate' && line.answer === 'yes');
    expect(answered.map((g) => [g.scope, g.answered_by])).toEqual([
      ['build', 'approval policy'],
      ['patch', 'approval policy'],
    ]);
    const end = await answer(stopped, 'no');
    expect([end.code, end.lines.at(-1)]).toEqual([
      0,
      expect.objectContaining({
        final_status: 'SUCCESS',
        branch: null,
        patch: expect.stringContaining('count++'),
      }),
    ]);
    expect(fingerprint(repo)).toEqual(before);
  });
});

describe('--approve with scopes', () => {
  it('answers exactly those scopes, also over a resume, unless another policy is given', async () => {
    const stopped = await begin('build');
    expect(asked(stopped).scope).toBe('patch');
    const patched = await answer(stopped, 'yes');
    expect([patched.code, asked(patched).scope]).toEqual([4, 'publish']);
    const end = await cmd('resume', String(asked(stopped).run), '--approve', 'publish', '--json');
    expect(end.code).toBe(0);
  });

  it.each(['question', 'everything', 'build;patch', ''])('refuses %j', async (policy) => {
    const refused = await begin(policy);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--approve')]);
  });
});

describe('a task that would loosen the policy', () => {
  it('gets what the policy allows, and the run says so once', async () => {
    const constraints = { riskThreshold: 1, successConfidence: 0, maxIterations: 2 };
    task = writeTask(path.join(dir, 'task.yaml'), './fw', { constraints });
    const told = (await begin('none')).lines.filter((line) => line.step === 'NOTICE');
    expect(told.map((line) => line.detail)).toEqual([
      'the task asks for riskThreshold 1, but your policy allows 0.7 at most',
      'the task asks for successConfidence 0, but your policy allows 0.8 at least',
    ]);
  });
});

describe('an approved build', () => {
  it('is asked for where its record was made by somebody else, which is told', async () => {
    const gate = asked(await begin('none'));
    mkdirSync(path.join(home, 'approved-builds'));
    writeFileSync(path.join(home, 'approved-builds', String(gate.binding)), '');
    const forged = await begin('none');
    expect(asked(forged)).toMatchObject({
      scope: 'build',
      subject: expect.stringMatching(/NOT COUNTED: the stored approval \S+ does not count: it is damaged/),
    });
    expect(forged.lines.filter((line) => line.step === 'NOTICE')).toHaveLength(1);
  });

  it('is asked for again in another repository, with other checks, command, profile or build files, and not otherwise', async () => {
    expect(asked(await answer(await begin('none'), 'yes')).scope).toBe('patch');
    expect(asked(await begin('patch')).scope).toBe('publish');
    expect((await begin('patch,publish')).code).toBe(0);

    ringProject(path.join(dir, 'other'), TYPO);
    task = writeTask(path.join(dir, 'task.yaml'), './other');
    expect(asked(await begin('none')).scope).toBe('build');

    const checks = { lint: [['make', 'lint']], unit: [['make', 'check']] };
    task = writeTask(path.join(dir, 'task.yaml'), './fw', { checks });
    expect(asked(await begin('patch'))).toMatchObject({
      scope: 'build',
      subject: expect.stringContaining('check: ["make","lint"]'),
    });

    task = writeTask(path.join(dir, 'task.yaml'), './fw', {
      build: { command: ['make', '-j2'], clean: ['make', 'clean'], artifacts: { elf: 'build/run' } },
    });
    expect(asked(await begin('none')).subject).toMatch(/what differs: .*the command/);

    writeFileSync(path.join(dir, 'mine.yaml'), 'id: mine\nkind: host\ntitle: Mine\n');
    task = writeTask(path.join(dir, 'task.yaml'), './fw', { profile: './mine.yaml' });
    expect(asked(await begin('none')).subject).toMatch(/what differs: .*the profile/);

    task = writeTask(path.join(dir, 'task.yaml'), './fw');
    appendFileSync(path.join(repo, 'Makefile'), '# another\n');
    git(repo, 'commit', '-qam', 'Makefile');
    const changed = await begin('patch,publish');
    expect([changed.code, asked(changed).scope]).toEqual([4, 'build']);
    expect(asked(changed).subject).toMatch(
      /^an earlier approval \(\S+\) does not cover this; what differs: the build files$/m,
    );
  });

  it('is remembered only where a person was asked: what a policy lets happen in one run is asked in the next', async () => {
    expect((await begin('all')).code).toBe(0);
    expect(asked(await begin('none')).scope).toBe('build');
  });

  it('is listed, and once revoked asked for again, by the run that is under way as by others', async () => {
    const first = await answer(await begin('none'), 'yes');
    expect(asked(first).scope).toBe('patch');
    const listed = JSON.parse((await cmd('approvals', '--json')).stdout).approvals;
    expect(listed).toMatchObject([
      { kind: 'build', about: `builds of ${repo}`, run: asked(first).run, counts: true, uses: null },
    ]);
    const { id } = listed[0];
    expect((await cmd('approvals', 'revoke', `${id}0`)).code).toBe(2);
    const revoked = await cmd('approvals', 'revoke', id);
    expect([revoked.code, revoked.stdout]).toEqual([
      0,
      `${id} is revoked: Benchloop asks again before the next use\n`,
    ]);
    expect(JSON.parse((await cmd('approvals', '--json')).stdout).approvals).toEqual([]);
    const same = await answer(first, 'yes');
    expect([asked(same).scope, asked(same).run]).toEqual(['build', asked(first).run]);
    expect(asked(same).subject).toMatch(/an earlier approval does not cover this: it was revoked \(2\S+\)/);
    expect(asked(await begin('patch')).scope).toBe('build');
  });
});
