import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Artifact } from '../../../../shared/results.js';

/** Text of an artifact; bytes that are no UTF-8 become U+FFFD. */
export async function readArtifact(dir: string, artifact: Artifact): Promise<string> {
  return (await readFile(path.join(dir, artifact.path))).toString('utf8');
}
