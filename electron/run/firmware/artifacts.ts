import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Artifact } from '../../../shared/results.js';

/** Keeps `bytes` under their hash; the same content is kept once. Returns the artifact's record. */
export async function keepArtifact(
  dir: string,
  kind: string,
  extension: string,
  bytes: Uint8Array,
): Promise<Artifact> {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const name = `${sha256}.${extension}`;
  const file = path.join(dir, name);
  if (!existsSync(file)) {
    await mkdir(dir, { recursive: true });
    // Whole or not at all: a crash in the middle of the write leaves only the draft.
    const draft = `${file}.${randomUUID()}`;
    await writeFile(draft, bytes);
    await rename(draft, file);
  }
  return { kind, path: name, sha256, bytes: bytes.length };
}

/** Text of an artifact; bytes that are no UTF-8 become U+FFFD. */
export async function readArtifact(dir: string, artifact: Artifact): Promise<string> {
  return (await readFile(path.join(dir, artifact.path))).toString('utf8');
}
