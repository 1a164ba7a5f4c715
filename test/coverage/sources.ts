import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import path from 'node:path';
import { projectDir } from '../../build/project.mjs';
import type { RanScript } from './executed.js';

const OURS = /^(electron|shared|renderer)\//;

/** The part of a file's path below a folder of bundles; crash tests have one of their own. */
const BELOW_DIST = /[\\/]dist[\\/](.+)$/;

const INLINE_MAP =
  /\/\/# sourceMappingURL=data:application\/json;(?:charset=utf-8;)?base64,([A-Za-z0-9+/=]+)$/m;

/**
 * Path of one of our sources below the project, from how a map names it.
 *
 * @param folder what the map's names start at: absolute, or below the project
 */
function ourFile(folder: string, source: string): string | undefined {
  const absolute = path.resolve(projectDir, folder, source.replace(/^file:\/\//, ''));
  const file = path.relative(projectDir, absolute).replaceAll(path.sep, '/');
  return OURS.test(file) ? file : undefined;
}

const ranScript = (text: string, map: string, folder: string): RanScript => ({
  text,
  map: new SourceMap(JSON.parse(map)),
  fileOf: (source) => ourFile(folder, source),
});

/** A module that Vitest made of one file, with its map on one of the last lines. */
export function moduleScript(text: string, file: string): RanScript | undefined {
  const map = INLINE_MAP.exec(text)?.[1];
  return map === undefined
    ? undefined
    : ranScript(text, Buffer.from(map, 'base64').toString(), path.dirname(file));
}

/** A bundle, whose map lies beside it; undefined for what is none of ours. */
export function bundleScript(file: string): RanScript | undefined {
  const below = BELOW_DIST.exec(file)?.[1];
  if (below === undefined) return undefined;
  try {
    return ranScript(readFileSync(file, 'utf8'), readFileSync(`${file}.map`, 'utf8'), path.dirname(below));
  } catch {
    return undefined;
  }
}

const lines = new Map<string, string[]>();

/** A line of a source below the project, counted from 1; empty where there is none. */
export function lineAt(file: string, line: number): string {
  const known = lines.get(file) ?? readFileSync(path.join(projectDir, file), 'utf8').split(/\r?\n/);
  lines.set(file, known);
  return known[line - 1] ?? '';
}
