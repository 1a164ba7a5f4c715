import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { storeArtifact } from '../../workspace/build/artifacts.js';
import { isPlainRelative } from '../../workspace/inside.js';
import { builtImages } from '../build/built-images.js';
import type { SessionWork } from '../session-work.js';
import type { Origin } from './flash-gate.js';

/** An image as a model names it. */
export interface NamedImage {
  /** SHA-256 of the file. */
  sha256: string;
  /** Absolute path of a copy that nothing changes any more. */
  file: string;
  origin: Origin;
}

type Images = Pick<SessionWork, 'home' | 'paths' | 'repo'>;

/** An id, or its first digits. */
export const isImageId = (image: string): boolean => /^[0-9a-f]{12,64}$/.test(image);

/**
 * An image by its id (SHA-256, or at least its first 12 digits) of what this session or a run of ours built, or by its path in the
 * clone. A file in the clone that no build of this session made counts as somebody else's. Errors: ARTIFACT_MISSING,
 * ARGUMENTS_MALFORMED where an id fits several.
 */
export async function namedImage(work: Images, image: string): Promise<Result<NamedImage>> {
  return isImageId(image) ? byId(work, image) : byPath(work, image);
}

async function byId(work: Images, id: string): Promise<Result<NamedImage>> {
  const own = (await ownImages(work)).filter(({ sha256 }) => sha256.startsWith(id));
  const found = own.length > 0 ? own : imagesOfRuns(work, id);
  const [first, ...others] = found;
  if (first === undefined) return fail(notBuilt(id));
  return others.every(({ sha256 }) => sha256 === first.sha256) ? ok(first) : fail(severalFit(id));
}

async function ownImages({ paths, repo }: Images): Promise<NamedImage[]> {
  const images = (await builtImages(paths)).map(({ sha256, path: file, tree }) => ({
    sha256,
    file: path.join(paths.artifacts, file),
    origin: { commit: tree, base: repo?.baseCommit },
  }));
  return images.filter(({ file }) => existsSync(file));
}

/** Endings of what a run keeps beside images. */
const NO_IMAGE = new Set(['.log', '.xml', '.patch', '.diff', '.json', '.txt', '.part', '.map']);

/** Of all runs, the newest first: a run's id begins with its time. */
function imagesOfRuns({ home }: Images, id: string): NamedImage[] {
  const runs = path.join(home, 'runs');
  if (!existsSync(runs)) return [];
  const names = readdirSync(runs).sort().reverse();
  return names.flatMap((run) =>
    filesIn(path.join(runs, run, 'artifacts'))
      .filter((name) => name.startsWith(id) && !NO_IMAGE.has(path.extname(name)))
      .map((name) => ({
        sha256: name.slice(0, 64),
        file: path.join(runs, run, 'artifacts', name),
        origin: { run },
      })),
  );
}

const filesIn = (folder: string): string[] => (existsSync(folder) ? readdirSync(folder) : []);

/** Copied before anybody is asked: what is written is what was asked for, whatever becomes of the file meanwhile. */
async function byPath(work: Images, file: string): Promise<Result<NamedImage>> {
  if (!isPlainRelative(file)) return fail(notInClone(file));
  const { clone, artifacts } = work.paths;
  const copy = await storeArtifact('image', file, clone, artifacts);
  if (!copy.ok) return fail({ ...copy.error, next: NAME_ONE });
  const { sha256, path: name } = copy.value;
  const built = (await ownImages(work)).find((own) => own.sha256 === sha256);
  if (built !== undefined) return ok(built);
  const written =
    statSync(path.join(clone, file), { throwIfNoEntry: false })?.mtime.toISOString() ?? 'unknown';
  return ok({ sha256, file: path.join(artifacts, name), origin: { file, written } });
}

const NAME_ONE = text`name an id from the result of build or of a run, or a file in the repository`;

const notBuilt = (id: string): Problem => ({
  code: 'ARTIFACT_MISSING',
  message: text`no build of this session or of a run made an image with the id ${id}`,
  next: NAME_ONE,
});

const severalFit = (id: string): Problem => ({
  code: 'ARGUMENTS_MALFORMED',
  message: text`several images begin with ${id}`,
  where: 'image',
  next: text`give all 64 digits of the id`,
});

const notInClone = (file: string): Problem => ({
  code: 'ARGUMENTS_MALFORMED',
  message: text`${JSON.stringify(file)} is no path inside the repository`,
  where: 'image',
  next: NAME_ONE,
});
