import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type InProcess, inProcess } from '../../fixtures/in-process.js';
import { type Ran, runIds } from '../../fixtures/loop/command-line.js';
import { ringProject, TYPO, writeTask } from '../../fixtures/loop/projects.js';

let cli: InProcess;
let dir: string;
let task: string;
/** A data folder with two finished runs, the second one to be damaged in a copy. */
let good: string;
beforeAll(async () => {
  cli = await inProcess();
  dir = path.join(cli.root, 'user');
  mkdirSync(dir);
  ringProject(path.join(dir, 'fw'), TYPO);
  task = writeTask(path.join(dir, 'task.yaml'), './fw');
  good = cli.freshHome();
  for (let i = 0; i < 2; i += 1)
    expect((await cli.run(['run', task, '--approve', 'all'], { home: good })).code).toBe(0);
});
afterAll(() => cli.close());

const branchesOf = (repo: string): string[] =>
  execFileSync('git', ['for-each-ref', '--format=%(refname:short)', 'refs/heads'], {
    cwd: repo,
    encoding: 'utf8',
  }).split('\n');

function sql(file: string, ...statements: string[]): void {
  const db = new Database(file);
  for (const statement of statements) db.exec(statement);
  db.close();
}

/** Damage below SQLite: the file must stay as it is. */
const brokenFiles: [string, (journal: string) => void][] = [
  ['is cut off', (journal) => truncateSync(journal, 5000)],
  ['is garbage', (journal) => writeFileSync(journal, Buffer.alloc(9000, 0xa5))],
  ['has garbage in its middle', (journal) => writeFileSync(journal, readFileSync(journal).fill(0xa5, 4096))],
];

/** A database that SQLite finds whole: only what stands in its rows is damaged. */
const brokenRows: [string, (journal: string) => void][] = [
  ['is empty', (journal) => truncateSync(journal, 0)],
  [
    'has a header that is no JSON',
    (journal) => sql(journal, "UPDATE run SET header = '{', initial_context = '{'"),
  ],
  ['has a snapshot that is no JSON', (journal) => sql(journal, "UPDATE snapshot SET context = '{\"fini'")],
  ['has a text that is no UTF-8', (journal) => sql(journal, "UPDATE run SET goal = CAST(x'41ff' AS TEXT)")],
  ['has lost a row of its trace', (journal) => sql(journal, 'DELETE FROM trace WHERE seq = 3')],
  [
    'has a letter of its goal changed',
    (journal) => sql(journal, "UPDATE run SET goal = replace(goal, 'a', 'b')"),
  ],
  ['has lost its snapshot', (journal) => sql(journal, 'DELETE FROM snapshot')],
  ['has lost a table', (journal) => sql(journal, 'DROP TABLE run')],
];

describe('a journal that is damaged', () => {
  it.each([...brokenFiles, ...brokenRows])('is named and hides no other run: it %s', async (what, damage) => {
    const home = cli.freshHome();
    cpSync(good, home, { recursive: true });
    const [healthy, victim] = runIds(home).sort();
    const journal = path.join(home, 'runs', String(victim), 'journal.db');
    damage(journal);
    const bytes = readFileSync(journal);
    const cmd = (...args: string[]): Promise<Ran> => cli.run(args, { home });

    const listed = await cmd('runs', '--json');
    expect(listed.code).toBe(0);
    const { runs, quarantined } = JSON.parse(listed.stdout);
    expect(runs.map((r: { run: string }) => r.run)).toEqual([healthy]);
    expect(quarantined).toEqual([
      expect.objectContaining({ code: 'JOURNAL_CORRUPT', where: expect.stringContaining(String(victim)) }),
    ]);
    expect((await cmd('runs')).stderr).toContain(victim);

    for (const args of [
      ['show', String(victim)],
      ['resume', String(victim)],
    ]) {
      const refused = await cmd(...args, '--json');
      expect([refused.code, refused.lines.at(-1)?.code], args.join(' ')).toEqual([2, 'JOURNAL_CORRUPT']);
      expect(refused.stderr.trim().split('\n')).toHaveLength(1);
    }
    if (brokenFiles.some(([name]) => name === what))
      expect(readFileSync(journal).equals(bytes), 'nothing was written over it').toBe(true);
    expect((await cmd('show', String(healthy))).code).toBe(0);
  });

  it('is refused by show and replay where one row of the trace is damaged, and says which', async () => {
    const home = cli.freshHome();
    cpSync(good, home, { recursive: true });
    const [victim] = runIds(home);
    const journal = path.join(home, 'runs', String(victim), 'journal.db');
    sql(journal, "UPDATE trace SET event = 'x' WHERE seq = 3");
    const shown = await cli.run(['show', String(victim), '--json'], { home });
    expect([shown.code, shown.stderr]).toEqual([2, expect.stringContaining('trace row 3')]);
    sql(journal, 'DELETE FROM trace WHERE seq = 3');
    const lost = await cli.run(['show', String(victim), '--json'], { home });
    expect([lost.code, lost.stderr]).toEqual([2, expect.stringContaining('trace row 3')]);
  });
});

describe('a data folder', () => {
  it('that cannot be written is refused before anything begins', async () => {
    const file = path.join(dir, 'a file');
    writeFileSync(file, '');
    for (const home of [file, path.join(file, 'below')]) {
      const ran = await cli.run(['run', task, '--json'], { home });
      expect([ran.code, ran.lines.map((l) => l.code)]).toEqual([2, ['HOME_UNWRITABLE']]);
      expect(ran.stderr).toMatch(/BENCHLOOP_HOME/);
      expect(ran.stderr).toContain(file);
      expect(ran.stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('that cannot be written is refused for the outcome of a mock too, without a stack', async () => {
    const file = path.join(dir, 'a file');
    writeFileSync(file, '');
    const ran = await cli.run(['mock', 'PLANNER', 'success'], { home: file });
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.stderr).toMatch(/the data folder cannot be used.*BENCHLOOP_HOME/);
    expect(ran.stderr.trim().split('\n')).toHaveLength(1);
  });

  it('that takes no report keeps the run open until it does', async () => {
    const home = cli.freshHome();
    const waiting = await cli.run(['run', task, '--approve', 'none', '--json'], { home });
    const run = String(waiting.lines.at(-1)?.run);
    const inTheWay = path.join(home, 'runs', run, 'report', 'report.json');
    mkdirSync(inTheWay, { recursive: true });
    const refused = await cli.run(['resume', run, '--approve', 'all', '--json'], { home });
    expect(refused.lines.at(-1)).toMatchObject({ type: 'error', code: 'HOME_UNWRITABLE' });
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(`benchloop resume ${run}`)]);
    expect(refused.stderr).toContain(inTheWay);
    rmSync(inTheWay, { recursive: true });
    const end = await cli.run(['resume', run, '--approve', 'all', '--json'], { home });
    const report = end.lines.at(-1);
    expect([end.code, report]).toMatchObject([0, { final_status: 'SUCCESS', branch: `benchloop/${run}` }]);
    expect(branchesOf(path.join(dir, 'fw'))).toContain(`benchloop/${run}`);
  });

  it('that is a file has no runs to list, and says so without a stack', async () => {
    const file = path.join(dir, 'a file');
    writeFileSync(file, '');
    const ran = await cli.run(['runs', '--json'], { home: file });
    expect(ran.stderr).not.toMatch(/\n\s+at /);
    expect([ran.code, JSON.parse(ran.stdout).quarantined]).toEqual([
      2,
      [
        expect.objectContaining({
          code: 'HOME_UNWRITABLE',
          message: expect.stringContaining('is no folder'),
        }),
      ],
    ]);
    const resumed = await cli.run(['resume'], { home: file });
    expect([resumed.code, resumed.stderr]).toEqual([2, expect.stringContaining('is no folder')]);
  });
});

/** A file system of so many KiB, or null where this user may not mount one. */
function smallDisk(name: string, kib: number): { folder: string; close: () => void } | null {
  const folder = path.join(cli.root, name);
  mkdirSync(folder);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k,mode=0700`, 'tmpfs', folder], {
      stdio: 'ignore',
    });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  return { folder, close: () => execFileSync('umount', ['-l', folder]) };
}

describe('a full disk', () => {
  it('is found before a run begins', async ({ skip }) => {
    const disk = smallDisk('full', 256) ?? skip('no tmpfs can be mounted here');
    try {
      writeFileSync(path.join(disk.folder, 'ballast'), Buffer.alloc(200 * 1024));
      const ran = await cli.run(['run', task, '--approve', 'all', '--json'], { home: disk.folder });
      expect([ran.code, ran.lines.map((l) => l.code)]).toEqual([2, ['DISK_FULL']]);
      expect(ran.stderr).toContain(disk.folder);
      expect(ran.stderr).toMatch(/free/);
    } finally {
      disk.close();
    }
  });

  it('under a run ends in words, and the run goes on once there is room', async ({ skip }) => {
    const disk = smallDisk('filling', 16 * 1024) ?? skip('no tmpfs can be mounted here');
    try {
      const waiting = await cli.run(['run', task, '--approve', 'none', '--json'], { home: disk.folder });
      expect(waiting.code).toBe(4);
      const run = String(waiting.lines.at(-1)?.run);
      const ballast = path.join(disk.folder, 'ballast');
      fill(ballast);
      const full = await cli.run(['resume', run, '--approve', 'all', '--json'], { home: disk.folder });
      expect(full.code).not.toBe(0);
      expect(full.stderr).not.toMatch(/\n\s+at /);
      rmSync(ballast);
      const end = await cli.run(['resume', run, '--approve', 'all', '--json'], { home: disk.folder });
      expect(end.lines.at(-1)?.type, end.stderr).toBe('report');
    } finally {
      disk.close();
    }
  });
});

/** Writes until the disk is full. */
function fill(file: string): void {
  for (const size of [1 << 16, 1 << 12]) {
    try {
      for (;;) writeFileSync(file, Buffer.alloc(size), { flag: 'a' });
    } catch (error) {
      expect(String(error)).toContain('ENOSPC');
    }
  }
}
