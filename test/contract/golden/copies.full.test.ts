import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  bundleCommandLine,
  type CommandLine,
  type Line,
  type Ran,
} from '../../fixtures/loop/command-line.js';
import { git } from '../../fixtures/loop/projects.js';
import { type GoldenHome, goldenHome } from '../../golden/golden-home.js';
import { GOLDEN_NAMES, type GoldenName } from '../../golden/scenes.js';

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

const cmd = ({ home, dir }: GoldenHome, ...args: string[]): Promise<Ran> => cli.run(args, { home, cwd: dir });
const branches = (repo: string): string[] =>
  git(repo, 'branch', '--format=%(refname:short)', '--list', 'benchloop/*').split('\n').filter(Boolean);
const waitsFor = (lines: readonly Line[]): Line => {
  const gate = lines.findLast((line) => line.type === 'gate' && line.answer === null);
  if (!gate) throw new Error(`nothing is asked: ${JSON.stringify(lines.at(-1))}`);
  return gate;
};
const scopes = ({ lines }: Ran): unknown[] =>
  lines.filter(({ type }) => type === 'gate').map(({ scope }) => scope);

/** Files below a folder that name the folders where golden homes are made, rows of databases included. */
function naming(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name));
  // what is named by its content, or compiled, stays as it was made
  const texts = paths.filter((file) => !/[0-9a-f]{38,64}$|\/build\/run$/.test(file));
  return texts.filter((file) =>
    (file.endsWith('.db') ? rowsOf(file) : readFileSync(file, 'latin1')).includes('.cache/golden'),
  );
}

function rowsOf(file: string): string {
  const db = new Database(file);
  const tables: { name: string }[] = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all() as never;
  const rows = JSON.stringify(tables.map(({ name }) => db.prepare(`SELECT * FROM ${name}`).all()));
  db.close();
  return rows;
}

describe('a copy of a golden home', () => {
  it.each(GOLDEN_NAMES)(
    'of “%s” names no folder of the original, and its journals are whole',
    async (name) => {
      const golden = await goldenHome(name, into);
      expect(naming(into)).toEqual([]);
      const listed = JSON.parse((await cmd(golden, 'runs', '--json')).stdout);
      expect(listed.runs.map(({ run }: { run: string }) => run)).toContain(golden.run);
      expect(listed.quarantined).toEqual([]);
      const cassette = path.join(into, 'run.cassette');
      expect((await cmd(golden, 'show', golden.run, '--cassette', cassette)).code).toBe(0);
      if (!isUnfinished(name)) expect((await cmd(golden, 'replay', cassette)).code).toBe(0);
    },
  );

  it.each(['build', 'patch', 'publish'] as const)(
    'goes on from the %s question with the answer to it',
    async (scope) => {
      const golden = await goldenHome(`waiting-${scope}`, into);
      const { gate } = waitsFor(golden.lines);
      const again = waitsFor((await cmd(golden, 'resume', golden.run, '--json')).lines);
      expect([again.scope, again.gate]).toEqual([scope, gate]);
      const answered = await cmd(
        golden,
        'approve',
        golden.run,
        String(gate),
        'yes',
        '--code',
        String(again.code),
      );
      expect(answered.code).toBe(0);
      const end = await cmd(golden, 'resume', golden.run, '--approve', 'build,patch,publish', '--json');
      expect(scopes(end)).not.toContain(scope);
      expect([end.code, branches(golden.repo)]).toEqual([0, [`benchloop/${golden.run}`]]);
    },
  );

  it('goes on where its process was killed', async () => {
    const golden = await goldenHome('interrupted', into);
    const end = await cmd(golden, 'resume', golden.run, '--json');
    expect([end.code, branches(golden.repo)]).toEqual([0, [`benchloop/${golden.run}`]]);
  });

  it('is delivered', async () => {
    const golden = await goldenHome('converged', into);
    expect((await cmd(golden, 'deliver', golden.run, '--approve', 'all', '--json')).code).toBe(0);
    expect(branches(golden.repo)).toHaveLength(2);
  });

  it('offers its patch to its person where nothing was proven', async () => {
    const golden = await goldenHome('unproven', into);
    expect(branches(golden.repo)).toEqual([]);
    const asked = await cmd(golden, 'accept', golden.run);
    expect([asked.code, asked.stdout]).toEqual([4, expect.stringContaining('NOT PROVEN: patch 1 of')]);
  });

  it('stands beside other copies in one data folder', async () => {
    const names = ['campaign', 'waiting-publish', 'delivered', 'failed', 'session', 'roundtable'] as const;
    const runs = [];
    for (const name of names) runs.push((await goldenHome(name, into)).run);
    const listed = await cli.run(['runs', '--json'], { home: path.join(into, 'home') });
    expect(JSON.parse(listed.stdout)).toMatchObject({ quarantined: [] });
    for (const run of runs) expect(listed.stdout).toContain(run);
  });

  it('that is damaged is set aside', async () => {
    const golden = await goldenHome('damaged', into);
    const listed = JSON.parse((await cmd(golden, 'runs', '--json')).stdout);
    expect([listed.runs, listed.quarantined]).toEqual([
      [],
      [expect.objectContaining({ code: 'JOURNAL_CORRUPT' })],
    ]);
  });
});

const isUnfinished = (name: GoldenName): boolean => name === 'interrupted' || name.startsWith('waiting');
