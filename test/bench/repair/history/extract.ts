import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { execa } from 'execa';
import type { Exec } from '../../../../shared/process.js';
import { type Tests, writeBench } from './bench-folder.js';
import { BUG_FILE, type Bug, readBug, TREE } from './bug.js';
import { HISTORY_PROJECTS, type HistoryProject } from './projects.js';
import { casesOf, programHash } from './try-tests.js';
import { withPatch } from './with-patch.js';

/** Later versions of the tests that are tried at most, newest first, until one builds with the old source. */
const MOST_LATER = 30;

interface Row {
  repository: string;
  fix: string;
  subject: string;
}

interface Sources {
  /** The repository's git directory. */
  gitDir: string;
  parent: string;
  fix: string;
  project: HistoryProject;
}

/**
 * Lays out every bug of a list (tab-separated: repository, fix, subject) below `dir`, from the git directories `OWNER+NAME/repo` below
 * `mirrors`. What is there is kept. Returns them, with why some are no cases.
 */
export async function extractHistory(o: {
  list: string;
  mirrors: string;
  dir: string;
  exec: Exec;
}): Promise<Bug[]> {
  const rows = (await readFile(o.list, 'utf8'))
    .split(/\r?\n/)
    .slice(1)
    .filter((line) => line.trim() !== '');
  const bugs: Bug[] = [];
  for (const line of rows) {
    const [repository = '', fix = '', subject = ''] = line.split('\t');
    const name = repository.replace('/', '+');
    const folder = path.join(o.dir, `${name}-${fix}`);
    const gitDir = path.join(o.mirrors, name, 'repo');
    const bug =
      (await readBug(folder)) ?? (await extract({ repository, fix, subject }, gitDir, folder, o.exec));
    bugs.push(bug);
  }
  return bugs;
}

async function extract(row: Row, gitDir: string, folder: string, exec: Exec): Promise<Bug> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const bug = await bugOf(row, gitDir, folder, exec);
  await writeFile(path.join(folder, BUG_FILE), `${JSON.stringify(bug, null, 2)}\n`);
  return bug;
}

async function bugOf(row: Row, gitDir: string, folder: string, exec: Exec): Promise<Bug> {
  const none: Bug = {
    ...row,
    invalid: null,
    patch: '',
    tests: { parser: 'tap', programs: [] },
    failing: [],
    hash: null,
    suites: [],
  };
  const project = HISTORY_PROJECTS[row.repository];
  if (project === undefined) return { ...none, invalid: 'its project has no row in history/projects.ts' };
  const parent = (await git(gitDir, 'rev-parse', `${row.fix}^`)).trim();
  const from: Sources = { gitDir, parent, fix: row.fix, project };
  const changed = (await git(gitDir, 'diff', '--name-only', parent, row.fix)).split('\n');
  const tree = path.join(folder, TREE);
  const tests = await layOut(tree, from, row.fix, changed);
  if (tests?.programs.length !== 1)
    return { ...none, invalid: `${tests?.programs.length ?? 0} test programs changed with the fix, not 1` };
  const exclude = project.tests.map((one) => `:(exclude)${one}`);
  const patch = await git(gitDir, 'diff', parent, row.fix, '--', '.', ...exclude);
  const checked = await check(tree, tests, patch, exec);
  const bug = { ...none, patch, tests, ...checked };
  return bug.invalid === null ? { ...bug, suites: await suitesOf(folder, from, patch, exec) } : bug;
}

/** A repository with the parent's tree, the tests of `testsOf`, and how they are built and run; of Unity programs only `only`. */
async function layOut(
  tree: string,
  { gitDir, parent, project }: Sources,
  testsOf: string,
  only?: readonly string[],
): Promise<Tests | null> {
  await mkdir(tree, { recursive: true });
  await unpack(gitDir, parent, [], tree);
  const present = (await git(gitDir, 'ls-tree', '--name-only', testsOf, '--', ...project.tests)).trim();
  if (present !== '') await unpack(gitDir, testsOf, present.split('\n'), tree);
  const tests = await writeBench(tree, project, only);
  const own = (...args: string[]) => execa('git', args, { cwd: tree });
  await own('init', '-q');
  await own('add', '-A', '-f');
  await own(
    '-c',
    'user.name=bench',
    '-c',
    'user.email=bench@example.org',
    'commit',
    '-q',
    '-m',
    'with the bug',
  );
  return tests;
}

async function unpack(gitDir: string, commit: string, paths: readonly string[], into: string): Promise<void> {
  const archive = await execa('git', ['--git-dir', gitDir, 'archive', commit, '--', ...paths], {
    encoding: 'buffer',
    maxBuffer: 512 * 1024 * 1024,
  });
  await execa('tar', ['-x', '-C', into], { input: archive.stdout });
}

/** The broken tree fails a case, and with the developer's patch every case passes. */
async function check(
  tree: string,
  tests: Tests,
  patch: string,
  exec: Exec,
): Promise<Pick<Bug, 'invalid' | 'failing' | 'hash'>> {
  const broken = await casesOf(tree, tests, exec);
  const fixed = await withPatch(tree, patch, async () => ({
    cases: await casesOf(tree, tests, exec),
    hash: await programHash(tree, tests, exec),
  }));
  const cases = fixed?.cases ?? new Map<string, boolean>();
  const bad = [...cases].flatMap(([name, passed]) => (passed ? [] : name));
  const failing = [...cases.keys()].filter((name) => broken?.get(name) !== true);
  return { failing, hash: fixed?.hash ?? null, invalid: whyInvalid(broken, cases, bad, failing) };
}

function whyInvalid(
  broken: Map<string, boolean> | null,
  fixed: Map<string, boolean>,
  bad: readonly string[],
  failing: readonly string[],
): string | null {
  if (broken === null) return 'the broken tree does not build with the tests of the fix';
  if (fixed.size === 0) return 'the fixed tree does not build, or reports no case';
  if (bad.length > 0) return `the fixed tree fails ${bad.join(', ')}`;
  return failing.length === 0 ? 'the broken tree fails no case' : null;
}

/** All tests of the fix, and the newest later ones that build with the source of the fix. */
async function suitesOf(folder: string, from: Sources, patch: string, exec: Exec): Promise<Bug['suites']> {
  const whole = await suiteOf(path.join(folder, 'whole'), from, from.fix, patch, exec);
  const log = await git(from.gitDir, 'log', '--format=%H', `${from.fix}..HEAD`, '--', ...from.project.tests);
  for (const commit of log.split('\n').slice(0, MOST_LATER)) {
    if (commit === '') break;
    const later = await suiteOf(path.join(folder, 'later'), from, commit, patch, exec);
    if (later !== null) return [whole, later].flatMap((one) => one ?? []);
  }
  return whole === null ? [] : [whole];
}

/** Null, and no tree, where nothing builds or no case passes. */
async function suiteOf(
  tree: string,
  from: Sources,
  testsOf: string,
  patch: string,
  exec: Exec,
): Promise<Bug['suites'][number] | null> {
  await rm(tree, { recursive: true, force: true });
  const tests = await layOut(tree, from, testsOf);
  const cases = tests && (await withPatch(tree, patch, () => casesOf(tree, tests, exec)));
  const passing = [...(cases ?? [])].flatMap(([name, passed]) => (passed ? name : []));
  if (tests !== null && passing.length > 0) return { folder: path.basename(tree), tests, passing };
  await rm(tree, { recursive: true, force: true });
  return null;
}

async function git(gitDir: string, ...args: string[]): Promise<string> {
  const { stdout } = await execa('git', ['--git-dir', gitDir, ...args], { stripFinalNewline: false });
  return stdout;
}
