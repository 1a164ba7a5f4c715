import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fail, ok, type Result } from '../../shared/problem.js';
import { homeProblem } from '../files/home.js';
import { makeFolder } from '../files/make-folder.js';
import { type DemoInfo, listDemos, prepareDemo } from './demo.js';
import type { DemoPlaces } from './demo-places.js';

/** The demo that runs when none is named: a failing case, one edit, a result that shows everything. */
const DEFAULT_DEMO = 'ring-off-by-one';

/** The demos that ship. */
export const shippedDemos = (places: DemoPlaces): Promise<DemoInfo[]> => listDemos(places.demoDir);

/** Makes the demo's folder afresh. Errors: TASK_NOT_FOUND with the names there are, INIT_FAILURE, HOME_UNWRITABLE, DISK_FULL. */
export async function freshDemo(
  places: DemoPlaces,
  name = DEFAULT_DEMO,
): Promise<Result<{ taskFile: string; title: string }>> {
  const known = (await listDemos(places.demoDir)).find((d) => d.name === name);
  const into = path.join(places.into, known ? name : 'unknown');
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
