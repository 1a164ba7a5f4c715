import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { applyPatch } from '../../../electron/workspace/patch.js';
import type { PublishRequest } from '../../../electron/workspace/publish.js';
import { cloned, value } from './repositories.js';

const PATCH = '--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-int a;\n+int b;\n';

/** A run's work, and the repository that is to get a branch of it. */
export async function prepared(): Promise<PublishRequest> {
  const { repo, clone } = await cloned({ 'a.c': 'int a;\n' });
  const { commit } = value(await applyPatch(clone.dir, PATCH, 'Fix it'));
  return { repoRoot: repo, cloneDir: clone.dir, commit, branch: 'benchloop/r1' };
}

/** What a repository holds, by name. */
export const names = (repo: string): string[] =>
  readdirSync(join(repo, '.git'), { recursive: true, encoding: 'utf8' }).sort();

/** `publish.ts` with all that it imports, as a CommonJS module. */
export async function publishModule(): Promise<string> {
  const built = await build({
    entryPoints: [join(import.meta.dirname, '../../../electron/workspace/publish.ts')],
    bundle: true,
    format: 'cjs',
    platform: 'node',
    write: false,
  });
  return built.outputFiles[0]?.text ?? '';
}
