import { realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { fail, ok, type Result } from '../../../../shared/problem.js';

interface Places {
  /** The data folder. */
  home: string;
  /** The person's own folder. */
  user?: string;
}

/** `outer` itself, or a folder above `inner`. */
const holds = (outer: string, inner: string): boolean => {
  const rest = path.relative(outer, inner);
  return rest === '' || (rest.split(path.sep)[0] !== '..' && !path.isAbsolute(rest));
};

/**
 * The folders that builds of a run may read beside its own copy: each once, links resolved, so that what was shown is what
 * is mounted. Errors: SDK_REFUSED for one that is no folder, or would open more than an SDK: the person's folder, the data
 * folder with all that runs keep.
 */
export function sdkFolders(named: readonly string[], { home, user = homedir() }: Places): Result<string[]> {
  const found: string[] = [];
  for (const name of named) {
    const folder = folderOf(name, user);
    const why = typeof folder === 'string' ? whyTooMuch(folder, { home, user }) : folder.why;
    if (typeof folder !== 'string' || why !== null)
      return fail({
        code: 'SDK_REFUSED',
        message: `"sdk": ${name} ${why}`,
        where: name,
        next: 'correct `sdk` in policy.yaml or in the profile',
      });
    found.push(folder);
  }
  return ok([...new Set(found)]);
}

function folderOf(name: string, user: string): string | { why: string } {
  const full = /^~(?:[\\/]|$)/.test(name) ? path.join(user, name.slice(1)) : name;
  if (!path.isAbsolute(full)) return { why: 'is not absolute: begin it with / or ~/' };
  const is = statSync(full, { throwIfNoEntry: false });
  if (is === undefined) return { why: 'does not exist' };
  return is.isDirectory() ? realpathSync.native(full) : { why: 'is a file, not a folder' };
}

function whyTooMuch(folder: string, { home, user }: Required<Places>): string | null {
  if (path.dirname(folder) === folder) return 'is the whole disk';
  if (holds(folder, real(user))) return 'is your own folder, or holds it';
  return holds(folder, real(home)) || holds(real(home), folder)
    ? 'is the data folder of Benchloop, holds it, or lies in it'
    : null;
}

const real = (folder: string): string =>
  statSync(folder, { throwIfNoEntry: false }) ? realpathSync.native(folder) : path.resolve(folder);
