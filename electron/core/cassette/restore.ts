import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { runPaths } from '../../tools/run-paths.js';
import { rememberFiles } from '../../workspace/clone.js';
import { git, gitDirOf, initRepository, placeOf } from '../../workspace/git.js';
import { encodeText } from '../../workspace/text.js';
import { BASE } from './pieces.js';
import type { ReadCassette } from './read.js';

const BaseSchema = z.object({
  commit: z.string().regex(/^[0-9a-f]{40}([0-9a-f]{24})?$/),
  object: z.string(),
  modes: z.record(z.string(), z.string()),
});

/**
 * Makes a run's folder again, as far as judgements read it: the clone at the commit that the run began with, and its consoles. The
 * file is somebody else's: no name in it leads out of the folder. Error: USAGE where its sources do not make that commit.
 *
 * @returns whether it has sources
 */
export async function restoreRun(dir: string, files: ReadCassette['files']): Promise<Result<boolean>> {
  const { clone, artifacts } = runPaths(dir);
  mkdirSync(artifacts, { recursive: true });
  for (const { kind, path: name, content } of files)
    if (kind === 'console') writeFileSync(path.join(artifacts, path.basename(name)), content);
  const found = files.find(({ kind, path: name }) => kind === 'source' && name === BASE);
  const base = found && BaseSchema.safeParse(JSON.parse(found.content.toString('utf8'))).data;
  if (!base) return ok(false);
  mkdirSync(clone);
  const sources = files.filter(({ kind, path: name }) => kind === 'source' && name !== BASE);
  const links = sources.map(({ path: name }) => name).filter((name) => base.modes[name] === LINK);
  const wrong = sources.find(
    ({ path: name }) => !isInside(name) || links.some((link) => name.startsWith(`${link}/`)),
  );
  if (wrong) return fail(incomplete(`${wrong.path} is no file of a repository`));
  for (const { path: name, content } of sources)
    put(path.join(clone, name), content, base.modes[name] ?? '100644');
  const made = await commitAgain(clone, dir, base);
  return made.ok ? ok(true) : fail(incomplete(made.error));
}

const isInside = (name: string): boolean =>
  name !== '' &&
  !path.isAbsolute(name) &&
  !/\\|^[A-Za-z]:/.test(name) &&
  name
    .split('/')
    .every((part) => part !== '' && part !== '.' && part !== '..' && part.toLowerCase() !== '.git');

const LINK = '120000';

/** Nothing lies below a link, so that nothing is written through one. */
function put(file: string, content: Buffer, mode: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  if (mode === LINK && process.platform !== 'win32') symlinkSync(content.toString('utf8'), file);
  else writeFileSync(file, content, { flag: 'wx', mode: mode === '100755' ? 0o755 : 0o644 });
}

/** The same commit, by its id, without what came before it. */
async function commitAgain(
  clone: string,
  dir: string,
  { commit, object }: z.infer<typeof BaseSchema>,
): Promise<Result<void, string>> {
  const place = placeOf(clone);
  const raw = path.join(dir, 'commit');
  writeFileSync(raw, encodeText(object));
  const begun = await initRepository(clone, commit.length === 64);
  if (!begun.ok) return begun;
  writeFileSync(path.join(gitDirOf(clone), 'shallow'), `${commit}\n`);
  const steps = [
    ['add', '--all', '--force', '.'],
    ['write-tree'],
    ['hash-object', '-t', 'commit', '-w', raw],
    ['update-ref', 'HEAD', commit],
  ];
  const outputs: string[] = [];
  for (const step of steps) {
    const done = await git(place, step);
    if (!done.ok) return done;
    outputs.push(done.value.trim());
  }
  const [, tree, made] = outputs;
  const isSame = made === commit && object.startsWith(`tree ${tree}\n`);
  if (!isSame) return fail('its sources are not those of its commit');
  await rememberFiles(clone);
  return ok(undefined);
}

const incomplete = (why: string) =>
  ({
    code: 'USAGE',
    message: `the judgements of this cassette cannot be replayed: ${why}`,
    next: 'export it again with --include source,console,prompts,replies',
  }) as const;
