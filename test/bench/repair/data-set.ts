import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** One broken program of a data set that is laid out as Codeflaws is. */
export interface Flaw {
  name: string;
  /** The problem that the program was written for: `104-A`. */
  problem: string;
  /** Text of the broken C source. */
  source: string;
  given: readonly Example[];
  /** Not to be shown to what repairs. */
  heldOut: readonly Example[];
}

export interface Example {
  name: string;
  input: string;
  output: string;
}

const FOLDER = /^(?<problem>\d+-\w+)-bug-(?<broken>\d+)-\d+$/;

export const isFlaw = (name: string): boolean => FOLDER.test(name);

/**
 * Reads `<contest>-<letter>-bug-<broken>-<accepted>`: the broken source, and examples from `input-NAME` and `output-NAME`,
 * `heldout-` before them where they are held out. Null where one of these parts is missing.
 */
export async function readFlaw(dir: string, name: string): Promise<Flaw | null> {
  const { problem = '', broken = '' } = FOLDER.exec(name)?.groups ?? {};
  const folder = path.join(dir, name);
  const files = await readdir(folder);
  const file = `${problem}-${broken}.c`;
  const given = await examples(folder, files, '');
  const heldOut = await examples(folder, files, 'heldout-');
  if (!files.includes(file) || given.length === 0 || heldOut.length === 0) return null;
  return { name, problem, source: await readFile(path.join(folder, file), 'latin1'), given, heldOut };
}

async function examples(folder: string, files: readonly string[], prefix: string): Promise<Example[]> {
  const start = `${prefix}input-`;
  const names = files.filter((file) => file.startsWith(start)).map((file) => file.slice(start.length));
  const complete = names.filter((name) => files.includes(`${prefix}output-${name}`)).sort();
  return Promise.all(
    complete.map(async (name) => ({
      name,
      input: await readFile(path.join(folder, `${prefix}input-${name}`), 'latin1'),
      output: await readFile(path.join(folder, `${prefix}output-${name}`), 'latin1'),
    })),
  );
}
