import { appendFileSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inEnglish } from '../../../shared/texts/words.js';
import { bundleCommandLine, type CommandLine } from '../../fixtures/loop/command-line.js';
import { git, OFF_BY_ONE, TYPO } from '../../fixtures/loop/projects.js';
import { fingerprint } from '../../unit/workspace/repositories.js';
import { believing, FEW_TRIALS, FOUND_SOON, prepare, runJob, statuses } from './workshop.js';

let cli: CommandLine;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());

const SUCCESS = { final_status: 'SUCCESS', verdict: 'PLAUSIBLE' };

describe('a task', () => {
  it('with nothing to fix says so, and leaves no branch', async () => {
    const job = prepare(cli, {});
    const before = fingerprint(job.repo);
    const { report } = await runJob(cli, job);
    expect(report).toMatchObject({
      final_status: 'SUCCESS',
      verdict: 'NOTHING_TO_FIX',
      iterations: 0,
      patch: null,
      branch: null,
    });
    expect(fingerprint(job.repo)).toEqual(before);
  });

  it('is solved by a search where the compiler has nothing to say', async () => {
    const { report } = await runJob(
      cli,
      believing(prepare(cli, { edits: OFF_BY_ONE, parts: { constraints: FOUND_SOON } })),
    );
    expect(report).toMatchObject(SUCCESS);
    expect(statuses(report)).toEqual({
      ring_starts_empty: 'pass',
      ring_keeps_order: 'pass',
      ring_refuses_when_full: 'pass',
      ring_counts: 'pass',
    });
    expect(report.baseline?.failed).toBeGreaterThan(0);
    expect(report.iterations, 'the baseline pass is none').toBe(1);
  });

  it('whose cases may be selected is solved too', async () => {
    const select = [
      'int main(void)\n{',
      'int main(int count, char **names)\n{\n    (void)count; (void)names;',
    ] as const;
    const edits = { ...OFF_BY_ONE, 'test/main.c': select };
    const { report } = await runJob(
      cli,
      believing(prepare(cli, { edits, parts: { test: { select: true }, constraints: FOUND_SOON } })),
    );
    expect(report).toMatchObject(SUCCESS);
  });

  it('may name a folder inside a repository', async () => {
    const job = prepare(cli, { edits: TYPO });
    const inner = path.join(job.repo, 'firmware', 'node');
    mkdirSync(inner, { recursive: true });
    for (const name of ['Makefile', 'src', 'test'])
      renameSync(path.join(job.repo, name), path.join(inner, name));
    git(job.repo, 'add', '-A');
    git(job.repo, 'commit', '-qm', 'moved');
    writeFileSync(
      job.task,
      readFileSync(job.task, 'utf8').replace('./fw', './fw/firmware/node').replace('src/**', '"**/src/**"'),
    );
    const { report } = await runJob(cli, job);
    expect(report).toMatchObject({ ...SUCCESS, files_changed: ['firmware/node/src/ring.c'] });
    git(job.repo, 'apply', '--check', path.join(job.home, 'runs', report.run, 'report', 'result.patch'));
  });

  it('does not see uncommitted work, and does not touch it', async () => {
    const job = prepare(cli, { edits: TYPO });
    appendFileSync(path.join(job.repo, 'src', 'ring.c'), '#error my work\n');
    writeFileSync(path.join(job.repo, 'notes.txt'), 'mine');
    writeFileSync(path.join(job.repo, 'staged.txt'), 'staged');
    git(job.repo, 'add', 'staged.txt');
    const before = fingerprint(job.repo);
    const { report, ran } = await runJob(cli, job);
    expect(report).toMatchObject(SUCCESS);
    const told = ran.lines.filter((line) => line.step === 'UNCOMMITTED_WORK');
    const commit = git(job.repo, 'rev-parse', 'HEAD').slice(0, 12);
    expect(told.map((line) => line.detail)).toEqual([
      `3 uncommitted files are left out: the run works on commit ${commit}`,
    ]);
    expect(report.patch).not.toContain('my work');
    const after = fingerprint(job.repo);
    expect(Object.keys(before).filter((name) => before[name] !== after[name])).toEqual([]);
    const added = Object.keys(after).filter((name) => !(name in before) && !name.startsWith('.git/objects/'));
    expect(added).toEqual(['.git/refs/heads/benchloop/', `.git/refs/heads/benchloop/${report.run}`]);
  });

  it('gets its untracked inputs, and cannot build without them', async () => {
    const edits = { ...TYPO, 'src/ring.h': ['#endif', '#include "secret.h"\n#endif'] as const };
    const withInput = prepare(cli, { edits, parts: { inputs: ['./fw/src/secret.h'] } });
    const header = path.join(withInput.repo, 'src', 'secret.h');
    writeFileSync(header, '#define SECRET 7\n');
    const { report } = await runJob(cli, withInput);
    expect(report).toMatchObject({ ...SUCCESS, files_changed: ['src/ring.c'] });
    expect(readFileSync(header, 'utf8')).toBe('#define SECRET 7\n');
  });

  it('with an evidence log begins with its analysis, and still sees the failure without the patch', async () => {
    const job = believing(
      prepare(cli, {
        edits: OFF_BY_ONE,
        parts: { evidence: { logs: ['fw/ci.log'] }, constraints: FOUND_SOON },
      }),
    );
    const lines = ['1..4', 'ok 1 - ring_starts_empty', 'ok 2 - ring_keeps_order'];
    const failing = [
      'not ok 3 - ring_refuses_when_full',
      '# test/main.c:32: failed',
      'not ok 4 - ring_counts',
    ];
    writeFileSync(path.join(job.repo, 'ci.log'), [...lines, ...failing, ''].join('\n'));
    const { report, path: way } = await runJob(cli, job);
    expect(report).toMatchObject(SUCCESS);
    expect(report.baseline?.failed).toBeGreaterThan(0);
    expect(way).toContain('INIT → CODE_ANALYSIS');
  });

  it('ends after the iterations that it allows', async () => {
    const bugs = readRing()
      .replace('count >= RING_SIZE', 'count > RING_SIZE')
      .replace('ring->count--', 'ring->count -= 3u');
    const parts = { constraints: { maxIterations: 1, ...FEW_TRIALS } };
    const { report } = await runJob(cli, prepare(cli, { edits: { 'src/ring.c': bugs }, parts }));
    expect(report).toMatchObject({ final_status: 'FAILURE', verdict: 'NOT_FIXED', branch: null });
    expect(report.iterations).toBeLessThanOrEqual(1);
  });

  it('never has a forbidden file changed, even where the bug is in it', async () => {
    const constraints = { allowedPaths: ['**'], forbiddenPaths: ['src/ring.c'], ...FEW_TRIALS };
    const job = prepare(cli, { edits: TYPO, parts: { constraints } });
    const before = fingerprint(job.repo);
    const { report } = await runJob(cli, job);
    expect(report.final_status).toBe('FAILURE');
    expect(report.patch ?? '').not.toContain('ring.c');
    expect(fingerprint(job.repo)).toEqual(before);
  });

  it('is solved in sources with CRLF, which stay so', async () => {
    const crlf = readRing().replace('count++', 'cuont++').replaceAll('\n', '\r\n');
    const job = prepare(cli, { edits: { 'src/ring.c': crlf } });
    const { report } = await runJob(cli, job);
    expect(report).toMatchObject(SUCCESS);
    const fixed = git(job.repo, 'show', `${report.branch}:src/ring.c`);
    expect(fixed).toContain('ring->count++;\r\n');
    expect(fixed.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  it('is solved below folders with spaces and other letters', async () => {
    const { report } = await runJob(cli, prepare(cli, { edits: TYPO, name: 'Prüfstand 工作台 (2)' }));
    expect(report).toMatchObject(SUCCESS);
  });
});

const readRing = (): string =>
  readFileSync(path.join(import.meta.dirname, '../../fixtures/loop/ring/src/ring.c'), 'utf8');

describe('what is found only under way', () => {
  it('a missing toolchain ends in FAILURE with what to install', async () => {
    const edits = { Makefile: ['CC ?= cc', 'CC := no-such-gcc'] as const };
    const { report } = await runJob(cli, prepare(cli, { edits }));
    expect(report).toMatchObject({ final_status: 'FAILURE', last_error: { code: 'TOOLCHAIN_MISSING' } });
    expect(`${inEnglish(report.reason)} ${inEnglish(report.last_error?.message ?? '')}`).toContain(
      'no-such-gcc',
    );
    expect(report.last_error?.next).toMatch(/install/i);
  });

  it('a build program that is not there ends so too', async () => {
    const parts = { build: { command: ['no-such-make'], artifacts: {} } };
    const { report } = await runJob(cli, prepare(cli, { parts }));
    expect(report).toMatchObject({ final_status: 'FAILURE', last_error: { code: 'TOOLCHAIN_MISSING' } });
    expect(report.last_error?.message).toContain('no-such-make');
  });

  it('a test program that no build makes ends in FAILURE at once, with its path and what to correct', async () => {
    const parts = { test: { command: ['build/nowhere'] } };
    const { report, path: way } = await runJob(cli, prepare(cli, { edits: OFF_BY_ONE, parts }));
    expect(report).toMatchObject({ final_status: 'FAILURE', iterations: 0 });
    expect(report.last_error).toMatchObject({ code: 'TASK_MALFORMED', where: 'test.command' });
    expect(report.last_error?.message).toMatch(/nowhere is missing: .*build.nowhere$/);
    expect(report.last_error?.next).toContain('test.command');
    expect(way.filter((move) => move.endsWith('→ TEST_RUN'))).toHaveLength(1);
  });

  it('a missing simulator ends in FAILURE with what to install', async () => {
    const job = prepare(cli, { target: true, parts: { profile: './mine.yaml' } });
    const profile = [
      'id: mine',
      'kind: qemu',
      'title: Mine',
      'binary: qemu-system-nothing',
      'machine: lm3s6965evb',
    ];
    writeFileSync(path.join(job.dir, 'mine.yaml'), `${profile.join('\n')}\n`);
    const { report } = await runJob(cli, job);
    expect(report.final_status).toBe('FAILURE');
    expect(`${inEnglish(report.reason)} ${inEnglish(report.last_error?.message ?? '')}`).toContain(
      'qemu-system-nothing',
    );
    expect(report.last_error?.next).toMatch(/install/i);
  });

  it('a pattern that no case matches ends in FAILURE with the pattern and what there is', async () => {
    const { report } = await runJob(cli, prepare(cli, { parts: { test: { cases: ['ring_*', 'rang_*'] } } }));
    expect(report.final_status).toBe('FAILURE');
    expect(report.reason).toContain('rang_*');
    expect(report.reason).toContain('ring_counts');
  });

  it('an artifact that the build does not make ends in FAILURE with what to correct in the task', async () => {
    const parts = { build: { command: ['make'], artifacts: { elf: 'build/nowhere.elf' } } };
    const { report } = await runJob(cli, prepare(cli, { parts }));
    expect(report.final_status).toBe('FAILURE');
    expect(report.reason).toContain('build/nowhere.elf');
    expect(report.last_error?.next).toContain('build.artifacts');
  });
});
