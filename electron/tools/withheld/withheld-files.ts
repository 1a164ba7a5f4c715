import { realpathSync } from 'node:fs';
import path from 'node:path';
import { matchesAny } from '../../workspace/glob.js';

/** What says which files' text no model and no client is shown. */
export interface Withholding {
  /** Globs of the policy. */
  neverSend: readonly string[];
  /** Files and folders that the task copies into the tree. */
  inputs: readonly { to: string }[];
  /** The tree that names are looked up in, so that a link names what it leads to; null: names are taken as they are. */
  clone: string | null;
}

/** Whether the text of a file, by its path in the tree, must not be sent. */
export type IsWithheld = (file: string) => boolean;

/** Of a person, who sees everything, and where neither policy nor task names a file. */
export const NOTHING_WITHHELD: IsWithheld = () => false;

/** As many names of withheld files are said of one call. */
const MOST_NAMED = 200;

/** The names of the withheld among `files`, for a result; none where there are none. */
export function withheldAmong(files: readonly string[], isWithheld: IsWithheld): { withheld?: string[] } {
  const withheld = files.filter(isWithheld).slice(0, MOST_NAMED);
  return withheld.length === 0 ? {} : { withheld };
}

export function withheldFiles({ neverSend, inputs, clone }: Withholding): IsWithheld {
  if (neverSend.length === 0 && inputs.length === 0) return NOTHING_WITHHELD;
  const isInput = (name: string) => inputs.some(({ to }) => name === to || name.startsWith(`${to}/`));
  return (file) => namesOf(file, clone).some((name) => isInput(name) || matchesAny(neverSend, name));
}

/** What a file is called: as it is said, in its plain form, and by the name that it really has. */
function namesOf(file: string, clone: string | null): string[] {
  const plain = path.posix.normalize(file.replaceAll('\\', '/'));
  const real = clone === null ? null : realName(clone, plain);
  return [...new Set([file, plain, ...(real === null ? [] : [real])])];
}

/** Behind links, and on systems that do not tell capitals apart as the folder has it. */
function realName(clone: string, file: string): string | null {
  try {
    const root = realpathSync.native(clone);
    return path
      .relative(root, realpathSync.native(path.join(root, file)))
      .split(path.sep)
      .join('/');
  } catch {
    return null; // there is no such file now: its name decides
  }
}
