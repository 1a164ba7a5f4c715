import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bundleCommandLine, type CommandLine, type Line } from '../../fixtures/loop/command-line.js';
import { goldenHome } from '../../golden/golden-home.js';
import { GOLDEN_NAMES, type GoldenName, sceneOf } from '../../golden/scenes.js';

let cli: CommandLine;
let into: string;
beforeAll(async () => {
  cli = await bundleCommandLine();
});
afterAll(() => cli.close());
beforeEach(() => {
  into = realpathSync(mkdtempSync(path.join(tmpdir(), 'golden-')));
  return () => rmSync(into, { recursive: true, force: true });
});

/** Numbers that differ each time, by the ends of their names. */
const DIFFERS = /(_ms|^ms|bytes|at)$/;

const byText = (a: unknown, b: unknown): number => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
/** Names of files, or what is told of each. */
const isOfFiles = (items: readonly unknown[]): boolean =>
  items.every(
    (item) => typeof item === 'string' || (typeof item === 'object' && item !== null && 'path' in item),
  );

/** What a command said, without what differs each time: ids, hashes, times, durations, sizes, folders. */
function comparable(lines: readonly Line[], folders: Readonly<Record<string, string>>): unknown {
  const plain = (text: string): string =>
    Object.entries(folders)
      .reduce((said, [name, folder]) => said.replaceAll(folder, name), text)
      .replace(/\d{8}-\d{6}-[0-9a-f]{4}/g, 'RUN')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
      .replace(/\b[0-9a-f]{7,64}\b/g, 'HASH')
      .replace(/\b\d+(\.\d+)? (ms|s)\b/g, 'DURATION');
  const said = lines.filter(({ type }) => type !== 'progress' && type !== 'console');
  return JSON.parse(JSON.stringify(said), (name, value) => {
    if (typeof value === 'number' && DIFFERS.test(name)) return 0;
    // agents that work side by side leave their files in any order
    if (Array.isArray(value) && isOfFiles(value)) return value.sort(byText);
    return typeof value === 'string' ? plain(value) : value;
  });
}

describe('the command line, now', () => {
  const scenes = [...new Map(GOLDEN_NAMES.map((name) => [sceneOf(name).scene, sceneOf(name).play]))];
  it.each(scenes)('says in the scene “%s” what it said when the golden homes were made', async (_, play) => {
    const now: [GoldenName, unknown][] = [];
    const [home, dir] = [path.join(into, 'stage', 'home'), path.join(into, 'stage', 'user')];
    mkdirSync(path.dirname(home));
    await play({
      cli,
      home,
      dir,
      keep: (name, _run, { lines }) => now.push([name as GoldenName, comparable(lines, { home, dir })]),
    });
    for (const [name, said] of now) {
      const golden = await goldenHome(name, path.join(into, name));
      expect(comparable(golden.lines, { home: golden.home, dir: golden.dir })).toEqual(said);
    }
  });
});
