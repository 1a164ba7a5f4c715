import { chmod, lstat, mkdir, readlink, realpath, stat } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { copyEntry, copyTree, walk } from './copy-tree.js';
import { isBelow, isPlainRelative, parentIsInside } from './inside.js';

/** An untracked file or folder that the build needs: `from` absolute, `to` below the clone in forward slashes. */
export interface Input {
  from: string;
  to: string;
}

const refuse = (input: Input, message: string): { ok: false; error: Problem } =>
  fail({
    code: 'INIT_FAILURE',
    message: `input ${input.to}: ${message}`,
    where: input.from,
    next: 'correct `inputs` in the task file',
  });

async function linkThatLeaves(folder: string): Promise<string | null> {
  for await (const { path, within, link } of walk(folder)) {
    if (!link) continue;
    const file = within(folder);
    const target = await realpath(file).catch(() => null);
    if (target === null || !isBelow(folder, target)) return path;
    if (isAbsolute(await readlink(file))) return path;
  }
  return null;
}

/** The first file of the input that the commit has too. */
async function collision(from: string, target: string): Promise<string | null> {
  for await (const { path, within } of walk(from))
    if (await lstat(within(target)).catch(() => null)) return path;
  return null;
}

async function copyFolder(from: string, target: string, input: Input): Promise<Result<void>> {
  const leaving = await linkThatLeaves(from);
  if (leaving !== null) return refuse(input, `its symbolic link ${leaving} leads out of it, or nowhere`);
  const taken = await collision(from, target);
  if (taken !== null) return refuse(input, `the commit already has ${taken} there`);
  await copyTree(from, target, (path) => /(?:^|\/)\.git$/.test(path));
  for await (const { path, within, link } of walk(from))
    if (!link && !/(?:^|\/)\.git\//.test(path)) await chmod(within(target), 0o444);
  return ok(undefined);
}

async function copyInput(dir: string, input: Input, root: string): Promise<Result<void>> {
  if (!isPlainRelative(input.to)) return refuse(input, 'the place in the clone must be a path below it');
  const from = await realpath(input.from).catch(() => null);
  if (from === null) return refuse(input, 'there is no such file or folder');
  if (!isBelow(root, from)) return refuse(input, `it is a symbolic link out of the repository, to ${from}`);
  if (!(await parentIsInside(dir, input.to))) return refuse(input, 'a symbolic link leads out of the clone');
  const target = join(dir, input.to);
  if (isBelow(from, target)) return refuse(input, 'a folder cannot be copied into itself');
  if ((await stat(from)).isDirectory()) return copyFolder(from, target, input);
  if (await lstat(target).catch(() => null)) return refuse(input, 'the commit already has it');
  await mkdir(dirname(target), { recursive: true });
  await copyEntry(from, target);
  await chmod(target, 0o444);
  return ok(undefined);
}

/**
 * Copies the declared inputs into a clone, read-only. Errors: INIT_FAILURE naming the input.
 *
 * @param root the user's repository, in which they must really lie
 */
export async function copyInputs(dir: string, inputs: readonly Input[], root: string): Promise<Result<void>> {
  if (inputs.length === 0) return ok(undefined);
  const real = await realpath(root);
  for (const input of inputs) {
    const copied = await copyInput(dir, input, real);
    if (!copied.ok) return copied;
  }
  return ok(undefined);
}
