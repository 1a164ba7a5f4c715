import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll } from 'vitest';
import type { FirmwareBench } from '../../../../../electron/effects/firmware-loop/bench.js';
import { openBench } from '../../../../../electron/effects/firmware-loop/open-bench.js';
import { firstContext } from '../../../../../electron/effects/firmware-loop/start/start.js';
import { loadTask } from '../../../../../electron/effects/firmware-loop/start/task-file.js';
import type { FirmwareContext } from '../../../../../electron/machine/firmware-loop/context.js';
import { runPaths } from '../../../../../electron/tools/run-paths.js';
import { PolicySchema } from '../../../../../shared/policy.js';
import { cloned, temporary, value } from '../../../workspace/repositories.js';

const PROFILES = path.join(import.meta.dirname, '../../../../../native-config/profiles');

const opened: FirmwareBench[] = [];
afterAll(async () => {
  for (const bench of opened.splice(0)) await bench.nextRuns.close();
});

/** The bench and context of a run on this computer, its clone made, nothing built or run yet. */
export async function hostBench(
  files: Record<string, string>,
  test: Record<string, unknown>,
  limits: Record<string, unknown> = {},
): Promise<{ bench: FirmwareBench; ctx: FirmwareContext }> {
  const home = temporary('home');
  const task = path.join(home, 'task.json');
  const build = { command: ['make'], artifacts: {}, ...limits };
  const dir = path.join(home, 'runs', 'r');
  const { repo } = await cloned(files, undefined, runPaths(dir).clone);
  writeFileSync(task, JSON.stringify({ goal: 'g', repo, profile: 'host', build, test }));
  const known = value(await loadTask(task, [PROFILES]));
  const policy = PolicySchema.parse({});
  const header = {
    ...known,
    policy,
    provider: 'rules' as const,
    roles: {},
    approvals: 'all' as const,
    analysisModes: ['rules' as const],
  };
  mkdirSync(dir, { recursive: true });
  const children = { started: () => {}, ended: () => {} };
  const bench = value(await openBench({ home, dir, header, children, wasmDir: '', env: {}, now: Date.now }));
  opened.push(bench);
  const { baseCommit } = known.loaded;
  const ctx = firstContext('r', header);
  return {
    bench,
    ctx: { ...ctx, repo_snapshot: { base_commit: baseCommit, current_commit: baseCommit } },
  };
}
