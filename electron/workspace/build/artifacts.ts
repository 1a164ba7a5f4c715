import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Artifact } from '../../../shared/results.js';
import { replaceFileSync } from '../../files/replace-file.js';

const inside = (dir: string, file: string): boolean => {
  const relative = path.relative(dir, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
};

/**
 * Copies one declared artifact into `artifactDir` under its content's hash (`<sha256>.<ext>`). `declared` is
 * relative to `dir`; a path or link that leads out of it is refused, since the build may have made it.
 * ARTIFACT_MISSING with the path where there is no such file, and where it is larger than `maxBytes`: holes of a sparse file cost
 * the build nothing, and would be written out here.
 *
 * A build waits for it: to ask a thread of the pool takes longer than to copy a program image.
 */
export async function storeArtifact(
  kind: string,
  declared: string,
  dir: string,
  artifactDir: string,
  { maxBytes = LARGEST_BYTES, signal }: { maxBytes?: number | undefined; signal?: AbortSignal } = {},
): Promise<Result<Artifact>> {
  const missing = (message: string) =>
    fail({
      code: 'ARTIFACT_MISSING' as const,
      message: `artifact ${kind}: ${message}`,
      where: declared,
      next: 'correct build.artifacts in the task file, or the build so that it produces the file',
    });
  const asked = path.resolve(dir, declared);
  if (!inside(dir, asked)) return missing(`${declared} lies outside the work tree`);
  const real = realOf(asked);
  if (typeof real !== 'string') return missing(`the build did not produce ${declared} (${real.errno})`);
  if (!inside(realpathSync.native(dir), real)) return missing(`${declared} is a link out of the work tree`);
  const is = statSync(real);
  if (!is.isFile()) return missing(`${declared} is not a file`);
  const ext = path.extname(declared);
  if (is.size > maxBytes)
    return missing(`${declared} has ${is.size} bytes, and may have ${maxBytes} (build.maxWrittenBytes)`);
  if (is.size <= CHUNK_BYTES) return ok(storeBytes(kind, readFileSync(real), ext, artifactDir));
  const copied = await copyByHash(kind, real, ext, { artifactDir, maxBytes, signal });
  return copied === null ? missing(`stopped while ${declared} was copied`) : ok(copied);
}

function realOf(file: string): string | { errno: string } {
  try {
    return realpathSync.native(file);
  } catch (error) {
    return { errno: error instanceof Error && 'code' in error ? String(error.code) : String(error) };
  }
}

/** A program image is one of these, mostly. */
const CHUNK_BYTES = 1024 * 1024;

/** The limit where the caller sets none. */
const LARGEST_BYTES = 2 * 1024 ** 3;

interface Copying {
  artifactDir: string;
  maxBytes: number;
  signal: AbortSignal | undefined;
}

/** Written under a temporary name in the same folder, then renamed: a crash leaves no half artifact. Null: it was stopped, or grew. */
async function copyByHash(
  kind: string,
  file: string,
  ext: string,
  { artifactDir, ...limits }: Copying,
): Promise<Artifact | null> {
  mkdirSync(artifactDir, { recursive: true });
  const temporary = path.join(artifactDir, `.${randomUUID()}.part`);
  try {
    const copied = await copyAndHash(file, temporary, limits);
    if (copied === null) {
      rmSync(temporary, { force: true });
      return null;
    }
    const { sha256, bytes } = copied;
    renameSync(temporary, path.join(artifactDir, sha256 + ext));
    return { kind, path: sha256 + ext, sha256, bytes };
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The event loop goes on between the chunks. */
async function copyAndHash(
  from: string,
  to: string,
  { maxBytes, signal }: Omit<Copying, 'artifactDir'>,
): Promise<{ sha256: string; bytes: number } | null> {
  const hash = createHash('sha256');
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const source = openSync(from, 'r');
  const target = openSync(to, 'wx');
  let bytes = 0;
  try {
    for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk)) {
      bytes += read;
      if (signal?.aborted || bytes > maxBytes) return null;
      hash.update(chunk.subarray(0, read));
      for (let at = 0; at < read; ) at += writeSync(target, chunk, at, read - at);
      await turn();
    }
  } finally {
    closeSync(source);
    closeSync(target);
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Stores a text as an artifact under its hash. */
export const storeText = (kind: string, text: string, ext: string, artifactDir: string): Artifact =>
  storeBytes(kind, Buffer.from(text), ext, artifactDir);

/** Stores bytes as an artifact under their hash; what is there already stays as it is: somebody may be reading it. */
export function storeBytes(kind: string, content: Uint8Array, ext: string, artifactDir: string): Artifact {
  const sha256 = createHash('sha256').update(content).digest('hex');
  const artifact = { kind, path: sha256 + ext, sha256, bytes: content.length };
  const file = path.join(artifactDir, artifact.path);
  // another size: the power went before the content was on the disk
  if (statSync(file, { throwIfNoEntry: false })?.size === content.length) return artifact;
  mkdirSync(artifactDir, { recursive: true });
  replaceFileSync(file, content, { durable: false });
  return artifact;
}
