import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DeliveryBench } from '../../../../electron/effects/delivery/bench.js';
import { committing } from '../../../../electron/effects/delivery/committing.js';
import type { EffectIo } from '../../../../electron/engine/effect.js';
import { firstDeliveryContext } from '../../../../electron/machine/delivery/context.js';
import { createClone } from '../../../../electron/workspace/clone.js';
import { treeAfter } from '../../../../electron/workspace/patch.js';
import { PolicySchema } from '../../../../shared/policy.js';
import { ok, type Result } from '../../../../shared/problem.js';
import { g, head, put, repository, temporary, value } from '../../workspace/repositories.js';

const CHANGE = '--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n';

/** A delivery whose work was tested, in whose copy a file was changed since; its user has a commit hook. */
async function scene(commitHooks: boolean) {
  const repo = repository({ 'a.c': 'int a;\n' });
  put(repo, { '.git/hooks/pre-commit': '#!/bin/sh\nexit 1\n' });
  chmodSync(join(repo, '.git/hooks/pre-commit'), 0o755);
  const dir = temporary('delivery');
  const paths = { clone: join(dir, 'clone'), baseline: join(dir, 'baseline') };
  const task = {
    goal: 'g',
    build: { timeoutSec: 1 },
    constraints: {},
    test: { parser: 'tap', pattern: null },
  };
  const constraints = { allowedPaths: [], forbiddenPaths: [], bannedConstructs: [] };
  const loaded = {
    repoRoot: repo,
    subdir: '',
    baseCommit: head(repo),
    inputs: [],
    task: { ...task, constraints },
  };
  value(await createClone({ repoRoot: repo, baseCommit: loaded.baseCommit, into: paths.clone, inputs: [] }));
  const tree = value(await treeAfter(paths.clone, CHANGE));
  put(paths.clone, { 'a.c': 'int untested;\n' });
  const policy = PolicySchema.parse({ commitHooks });
  const bench = {
    ...{ header: { loaded, policy, message: 'Say b', of: 'run-1' }, models: { of: () => null } },
    work: {
      home: dir,
      paths,
      exec: () => Promise.reject(new Error('a program is run')),
      confinement: 'none',
    },
  } as unknown as DeliveryBench;
  const called: [tool: string, args: unknown][] = [];
  const io = {
    ...{ progress: () => undefined, node: 'main' },
    call: async (
      tool: { name: string; perform(args: unknown, work: unknown, io: unknown): Promise<Result<unknown>> },
      args: { branch?: string },
      work: unknown,
    ) => {
      called.push([tool.name, args]);
      if (tool.name === 'commit') return tool.perform(args, work, io);
      return ok(tool.name === 'publish' ? { branch: args.branch } : []);
    },
  } as unknown as EffectIo;
  const first = firstDeliveryContext({
    ...{ run: 'd', goal: 'g', of: 'run-1', is_work_done: true, has_tests: true, targets: [], pushes: [] },
  });
  const outcome = await committing({ ...first, tree, patch: CHANGE, base: loaded.baseCommit }, bench, io);
  return { outcome, called, tree, clone: paths.clone };
}

it('a delivery commits the tree that was tested, whatever its copy holds by then, and runs no hook of its user', async () => {
  const { outcome, called, tree, clone } = await scene(false);
  expect(outcome).toMatchObject({ type: 'commit_success', committed: { tree, branch: 'benchloop/d' } });
  expect(called.map(([tool]) => tool)).toEqual(['commit', 'publish']);
  const [, published] = called[1] ?? [];
  const { commit } = published as { commit: string };
  expect(g(clone, `--git-dir=${clone}.git`, 'rev-parse', `${commit}^{tree}`).trim()).toBe(tree);
});

it('a delivery asks for the hooks of its user where the policy of a person switches them on, before it offers a branch', async () => {
  const { called } = await scene(true);
  expect(called.map(([tool]) => tool)).toEqual(['commit', 'commit_hooks', 'publish']);
});
