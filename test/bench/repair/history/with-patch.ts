import { execa } from 'execa';

/** Does something in a repository with a patch in its work tree, and takes that away again. Null: the patch does not apply. */
export async function withPatch<T>(repo: string, patch: string, work: () => Promise<T>): Promise<T | null> {
  const restore = () => execa('git', ['checkout', '-q', '--', '.'], { cwd: repo });
  await restore();
  const applied = await execa('git', ['apply', '-'], { cwd: repo, input: patch, reject: false });
  if (applied.exitCode !== 0) return null;
  try {
    return await work();
  } finally {
    await restore();
  }
}
