import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { copyFile, mkdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { Artifact } from '../../../shared/results.js';

const inside = (dir: string, file: string): boolean => {
  const relative = path.relative(dir, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
};

/**
 * Copies one declared artifact into `artifactDir` under its content's hash (`<sha256>.<ext>`). `declared` is
 * relative to `dir`; a path or link that leads out of it is refused, since the build may have made it.
 * ARTIFACT_MISSING with the path where there is no such file.
 */
export async function storeArtifact(
  kind: string,
  declared: string,
  dir: string,
  artifactDir: string,
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
  const real = await realpath(asked).catch((error: NodeJS.ErrnoException) => error);
  if (real instanceof Error) return missing(`the build did not produce ${declared} (${real.code})`);
  if (!inside(await realpath(dir), real)) return missing(`${declared} is a link out of the work tree`);
  if (!(await stat(real)).isFile()) return missing(`${declared} is not a file`);
  return ok(await copyByHash(kind, real, path.extname(declared), artifactDir));
}

/** A program image is one of these, mostly. */
const CHUNK_BYTES = 1024 * 1024;

/** Written under a temporary name in the same folder, then renamed: a crash leaves no half artifact. */
async function copyByHash(kind: string, file: string, ext: string, artifactDir: string): Promise<Artifact> {
  await mkdir(artifactDir, { recursive: true });
  const temporary = path.join(artifactDir, `.${randomUUID()}.part`);
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    await copyFile(file, temporary);
    for await (const chunk of createReadStream(temporary, { highWaterMark: CHUNK_BYTES })) {
      hash.update(chunk);
      bytes += chunk.length;
    }
    const sha256 = hash.digest('hex');
    await rename(temporary, path.join(artifactDir, sha256 + ext));
    return { kind, path: sha256 + ext, sha256, bytes };
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Stores a text as an artifact under its hash. */
export async function storeText(
  kind: string,
  text: string,
  ext: string,
  artifactDir: string,
): Promise<Artifact> {
  const content = Buffer.from(text);
  const sha256 = createHash('sha256').update(content).digest('hex');
  const temporary = path.join(artifactDir, `.${randomUUID()}.part`);
  await mkdir(artifactDir, { recursive: true });
  await writeFile(temporary, content);
  await rename(temporary, path.join(artifactDir, sha256 + ext));
  return { kind, path: sha256 + ext, sha256, bytes: content.length };
}
