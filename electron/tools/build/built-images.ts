import { existsSync, mkdirSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { BuildResult } from '../../../shared/results.js';
import { replaceFileSync } from '../../files/replace-file.js';
import type { RunPaths } from '../run-paths.js';

const BuiltSchema = z.object({
  /** SHA-256 of its content. */
  sha256: z.string(),
  kind: z.string(),
  /** Relative to the artifacts. */
  path: z.string(),
  /** The sources that it was made from; see `sourceTree`. */
  tree: z.string(),
  /** Epoch ms. */
  at: z.number(),
});
/** A file that a build of this session made. */
export type BuiltImage = z.infer<typeof BuiltSchema>;

const folderOf = ({ dir }: Pick<RunPaths, 'dir'>): string => path.join(dir, 'built');

/** Remembers what a build made and from what, for as long as the session's folder lives. */
export function noteBuilt(
  paths: Pick<RunPaths, 'dir'>,
  { artifacts }: BuildResult,
  made: { tree: string; at: number },
): void {
  mkdirSync(folderOf(paths), { recursive: true });
  for (const { sha256, kind, path: file } of artifacts) {
    const image: BuiltImage = { sha256, kind, path: file, ...made };
    replaceFileSync(path.join(folderOf(paths), `${sha256}.json`), JSON.stringify(image));
  }
}

/** What builds of this session made, the last first. @throws Error where a note is not what was written */
export async function builtImages(paths: Pick<RunPaths, 'dir'>): Promise<BuiltImage[]> {
  const folder = folderOf(paths);
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const images = await Promise.all(
    names.map(async (name) => BuiltSchema.parse(JSON.parse(await readFile(path.join(folder, name), 'utf8')))),
  );
  return images.sort((a, b) => b.at - a.at);
}
