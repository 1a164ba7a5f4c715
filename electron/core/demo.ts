import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { FINAL_STATUSES, VERDICTS } from '../../shared/report.js';
import { homeProblem } from '../files/home.js';
import { makeFolder } from '../files/make-folder.js';
import { type GitPlace, git } from '../workspace/git.js';

const cases = z.array(z.string().min(1)).min(1);

/** What the broken firmware shows when it is built and run once. */
const SymptomSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('build'), message: z.string().min(1) }),
  z.strictObject({ kind: z.literal('cases'), failing: cases }),
  z.strictObject({ kind: z.literal('fault'), message: z.string().min(1), after: z.string().min(1) }),
  z.strictObject({ kind: z.literal('hang'), after: z.string().min(1) }),
  z.strictObject({ kind: z.literal('flaky'), failing: cases }),
]);

const DemoFileSchema = z.strictObject({
  title: z.string().min(1),
  /** What a person who watches the run will see. */
  story: z.string().min(1),
  symptom: SymptomSchema,
  expect: z.strictObject({ final_status: z.enum(FINAL_STATUSES), verdict: z.enum(VERDICTS) }),
});

/** A demo task; `name` is its folder below `tasks/`. */
export type DemoInfo = z.infer<typeof DemoFileSchema> & { name: string };

/**
 * Lists the demo tasks below `demoDir`, in order of their names. They ship with the product, so a `demo.yaml`
 * that does not fit its schema is a bug and throws.
 */
export async function listDemos(demoDir: string): Promise<DemoInfo[]> {
  const entries = await readdir(join(demoDir, 'tasks'), { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const text = await readFile(join(demoDir, 'tasks', name, 'demo.yaml'), 'utf8');
      return { name, ...DemoFileSchema.parse(parse(text)) };
    }),
  );
}

/** The demo that runs when none is named: a failing case, one edit, a result that shows everything. */
const DEFAULT_DEMO = 'ring-off-by-one';

interface DemoPlaces {
  /** The shipped demos. */
  demoDir: string;
  /** Where prepared ones go, below the data folder. */
  into: string;
}

/** Makes the demo's folder afresh. Errors: TASK_NOT_FOUND with the names there are, INIT_FAILURE, HOME_UNWRITABLE, DISK_FULL. */
export async function freshDemo(
  places: DemoPlaces,
  name = DEFAULT_DEMO,
): Promise<Result<{ taskFile: string; title: string }>> {
  const known = (await listDemos(places.demoDir)).find((d) => d.name === name);
  const into = join(places.into, known ? name : 'unknown');
  try {
    await rm(into, { recursive: true, force: true });
    makeFolder(into);
  } catch (error) {
    return fail(homeProblem(error, places.into));
  }
  const made = await prepareDemo({ demoDir: places.demoDir, into, task: name });
  return made.ok ? ok({ taskFile: made.value.taskFile, title: known?.title ?? name }) : made;
}

/** Errors: HOME_UNWRITABLE. */
export const removeDemos = (places: DemoPlaces): Promise<Result<void>> =>
  rm(places.into, { recursive: true, force: true }).then(
    () => ok(undefined),
    (error: unknown) => fail(homeProblem(error, places.into)),
  );

/**
 * Makes `into` a folder that a run can start from: the task file, and beside it `firmware/`, a git repository with
 * one commit that holds the bug. The commit is the same every time. `into` is created and must be empty; nothing
 * outside it is written. Errors: TASK_NOT_FOUND (no such demo), USAGE (`into` not empty),
 * INIT_FAILURE (git's own words).
 */
export async function prepareDemo(o: {
  demoDir: string;
  into: string;
  task: string;
}): Promise<Result<{ taskFile: string }>> {
  const known = (await readdir(join(o.demoDir, 'tasks'))).sort();
  if (!known.includes(o.task)) return fail(unknownDemo(o.task, known));
  await mkdir(o.into, { recursive: true });
  if ((await readdir(o.into)).length > 0) return fail(notEmpty(o.into));

  const taskDir = resolve(o.demoDir, 'tasks', o.task);
  const repo = resolve(o.into, 'firmware');
  await cp(join(o.demoDir, 'firmware'), repo, {
    recursive: true,
    filter: (from) => basename(from) !== 'build',
  });
  const committed = await commitWithBug(repo, join(taskDir, 'bug.patch'));
  if (!committed.ok) {
    await rm(repo, { recursive: true });
    return fail(damaged(committed.error, repo));
  }
  const taskFile = join(o.into, 'task.yaml');
  await cp(join(taskDir, 'task.yaml'), taskFile);
  return ok({ taskFile });
}

/** With a fixed author and date the commit id is the same at every preparation. */
const commitObject = (tree: string): string => {
  const who = 'Sensor Node Team <node@example.com> 1704067200 +0000';
  return `tree ${tree}\nauthor ${who}\ncommitter ${who}\n\nAdd the sensor node\n`;
};

async function commitWithBug(repo: string, patch: string): Promise<Result<void, string>> {
  const place: GitPlace = { gitDir: join(repo, '.git'), workTree: repo };
  // Patched before it is added: the sources without the bug leave no object behind.
  const steps = [
    ['init', '--template=', '--initial-branch=main'],
    ['apply', patch],
    ['add', '--all'],
  ];
  for (const step of steps) {
    const done = await git(place, step);
    if (!done.ok) return done;
  }
  const tree = await git(place, ['write-tree']);
  if (!tree.ok) return tree;
  const file = join(place.gitDir, 'first-commit');
  await writeFile(file, commitObject(tree.value.trim()));
  const commit = await git(place, ['hash-object', '-t', 'commit', '-w', '--no-filters', file]);
  await rm(file);
  if (!commit.ok) return commit;
  const moved = await git(place, ['update-ref', 'refs/heads/main', commit.value.trim()]);
  return moved.ok ? ok(undefined) : moved;
}

const damaged = (words: string, where: string): Problem => ({
  code: 'INIT_FAILURE',
  message: `the demo could not be put under git: ${words}`,
  where,
  next: 'check that git is installed and the folder writable; otherwise install Benchloop again',
});

const unknownDemo = (task: string, known: readonly string[]): Problem => ({
  code: 'TASK_NOT_FOUND',
  message: `there is no demo "${task}"`,
  next: `choose one of: ${known.join(', ')}`,
});

const notEmpty = (into: string): Problem => ({
  code: 'USAGE',
  message: 'the folder for the demo is not empty',
  where: into,
  next: 'name an empty folder, or reset the demo first',
});
