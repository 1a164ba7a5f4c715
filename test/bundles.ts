import { bundle } from '../build/bundle.mjs';
import { madeFolder } from './fixtures/made-folder.js';

/**
 * Before the first test: `dist/` is of these sources, however the tests were started; guards change sources, and take it as it is. Gives
 * what is done after the last.
 */
export default async function setup(): Promise<() => void> {
  const made = process.env.BENCHLOOP_TEST_BUNDLES === 'as they are' ? null : await bundle();
  if (made?.ok === false) throw new Error(`${made.problem}\n${made.todo}`);
  return madeFolder();
}
