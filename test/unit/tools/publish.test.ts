import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { type PublishWork, publish } from '../../../electron/tools/publish.js';
import { applyPatch } from '../../../electron/workspace/patch.js';
import { headOf } from '../../../electron/workspace/snapshot.js';
import { PolicySchema } from '../../../shared/policy.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { tempDir, value } from '../../fixtures/firmware-run.js';
import { git } from '../../fixtures/loop/projects.js';
import { visiting } from '../../fixtures/visiting.js';
import { hostBench } from '../effects/firmware-loop/trial/trial-bench.js';

const DIFF = ['--- a/app.c', '+++ b/app.c', '@@ -1 +1 @@', '-int a = 1;', '+int a = 2;', ''].join('\n');
const BRANCH = 'benchloop/r';

let home: string;
let repo: string;
let work: PublishWork;
let commit: string;
beforeEach(async () => {
  const { bench } = await hostBench(
    { 'app.c': 'int a = 1;\n' },
    { parser: 'tap', command: ['true'], cases: ['*'] },
  );
  value(await applyPatch(bench.paths.clone, DIFF, 'A change'));
  commit = value(await headOf(bench.paths.clone)).commit;
  repo = bench.loaded.repoRoot;
  home = tempDir();
  work = { home, policy: PolicySchema.parse({}), loaded: bench.loaded, paths: bench.paths, patch: DIFF };
});

const branches = (): string[] =>
  git(repo, 'for-each-ref', '--format=%(refname:short) %(objectname)', 'refs/heads/benchloop')
    .split('\n')
    .filter((line) => line !== '');

const yes = { answers: () => ({ message: 1, choice: 'yes', text: null }) };

describe('publish', () => {
  it('adds one branch after a question of its own, and takes it away again', async () => {
    const { journal, visit } = visiting(yes);
    const args = { branch: BRANCH, commit };
    const result = value(await visit.io.call(publish, args, work));
    expect(branches()).toEqual([`${BRANCH} ${commit}`]);
    const [asked] = value(journal.gates());
    expect(asked?.scope).toBe('publish');
    expect(inEnglish(asked?.subject ?? '')).toBe(`branch ${BRANCH}\ncommit ${commit}\n\n${DIFF}`);
    value(await visit.io.undo(publish, { args, result }, work));
    expect(branches()).toEqual([]);
    // a crash in the middle repeats it
    value(await visiting(yes).visit.io.undo(publish, { args, result }, work));
  });

  it('keeps a branch that somebody has moved, or works on', async () => {
    const { visit } = visiting(yes);
    const args = { branch: BRANCH, commit };
    const result = value(await visit.io.call(publish, args, work));
    const tree = path.join(path.dirname(repo), 'tree');
    git(repo, 'worktree', 'add', '-q', tree, BRANCH);
    const undo = () => visiting(yes).visit.io.undo(publish, { args, result }, work);
    expect(await undo()).toMatchObject({ ok: false, error: { message: `branch ${BRANCH} is checked out` } });
    git(tree, 'commit', '-q', '--allow-empty', '-m', 'mine');
    git(repo, 'worktree', 'remove', tree);
    expect(await undo()).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('has moved to') },
    });
    expect(branches()).toHaveLength(1);
  });

  it.each([
    ['what the run was started with', { locks: { publish: true } }, 'offline: true\n'],
    ['a policy that was set since', {}, 'locks: { publish: true }\n'],
    ['a policy that cannot be read', {}, 'locks: { publish: maybe }\n'],
  ])('asks nobody and writes nothing where it is locked by %s', async (_, before, since) => {
    writeFileSync(path.join(home, 'policy.yaml'), since);
    const locked = { ...work, policy: PolicySchema.parse(before) };
    for (const isTaken of [false, true]) {
      const { journal, visit } = visiting(yes);
      expect(await visit.io.call(publish, { branch: BRANCH, commit, isTaken }, locked)).toMatchObject({
        ok: false,
        error: { code: 'POLICY_VIOLATION' },
      });
      expect([branches(), value(journal.gates())]).toEqual([[], []]);
    }
  });

  it('asks nobody for a patch that a person took', async () => {
    const { journal, visit } = visiting();
    value(await visit.io.call(publish, { branch: BRANCH, commit, isTaken: true }, work));
    expect([branches().length, value(journal.gates())]).toEqual([1, []]);
  });
});
