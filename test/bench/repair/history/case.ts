import { cp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { stringify } from 'yaml';
import type { Exec } from '../../../../shared/process.js';
import type { BenchCase, Verdicts } from '../case.js';
import type { Judged } from '../record.js';
import { MAKEFILE } from './bench-folder.js';
import { type Bug, TREE } from './bug.js';
import { HISTORY_PROJECTS } from './projects.js';
import { casesOf, programHash } from './try-tests.js';
import { withPatch } from './with-patch.js';

/** A historical bug as a case: the developer's patch and the tests of the project judge. */
export const historyCase = (bug: Bug, folder: string, exec: Exec): BenchCase => ({
  set: 'history',
  name: path.basename(folder),
  project: bug.repository,
  write: (dir, searchSec) => writeTask(dir, bug, folder, searchSec),
  judge: async (dir, patches): Promise<Verdicts> => {
    for (const { folder: suite } of bug.suites)
      await cp(path.join(folder, suite), path.join(dir, suite), { recursive: true });
    const judged: Judged[] = [];
    for (const patch of patches) judged.push(await judge(dir, bug, patch, exec));
    return { judged, heldOut: [], unpatched: '', fix: bug.patch };
  },
});

async function writeTask(dir: string, bug: Bug, folder: string, searchSec: number): Promise<string> {
  await cp(path.join(folder, TREE), path.join(dir, TREE), { recursive: true });
  const file = path.join(dir, 'task.yaml');
  const task = {
    goal: 'Every case of the tests passes',
    repo: `./${TREE}`,
    profile: 'host',
    build: { command: ['make', '-s', '-f', MAKEFILE], timeoutSec: 120 },
    test: {
      parser: bug.tests.parser,
      timeoutSec: 60,
      command: [...bug.tests.programs],
      // Of the adapter; a Unity program takes no names.
      select: bug.tests.parser === 'tap',
    },
    constraints: {
      maxIterations: 1,
      searchSec,
      allowedPaths: [...(HISTORY_PROJECTS[bug.repository]?.changeable ?? [])],
    },
  };
  await writeFile(file, stringify(task));
  return file;
}

const wrong = (why: string, built = true): Judged => ({ built, truth: 'wrong', heldOut: '', why });

/** Equal programs are right; what breaks a case that the developer's patch passes is wrong; the rest is for a person. */
async function judge(dir: string, bug: Bug, patch: string, exec: Exec): Promise<Judged> {
  const tree = path.join(dir, TREE);
  const hash = await withPatch(tree, patch, () => programHash(tree, bug.tests, exec));
  if (hash === null) return wrong('does not apply or does not build', false);
  if (hash === bug.hash)
    return { built: true, truth: 'right', heldOut: '', why: "the same program as the developer's" };
  for (const { folder, tests, passing } of bug.suites) {
    const suite = path.join(dir, folder);
    const cases = await withPatch(suite, patch, () => casesOf(suite, tests, exec));
    const broken = passing.filter((name) => cases?.get(name) !== true);
    if (broken.length > 0) return wrong(`breaks ${broken.slice(0, 5).join(', ')} (tests "${folder}")`);
  }
  const ran = bug.suites.map(({ folder, passing }) => `${folder}: ${passing.length}`).join(', ');
  return { built: true, truth: 'person', heldOut: '', why: `passes all tests there are (${ran})` };
}
