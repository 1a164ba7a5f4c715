import { bundle } from '../build/bundle.mjs';
import { madeFolder } from './fixtures/made-folder.js';

/** Before the first test: `dist/` is of these sources, however the tests were started. Gives what is done after the last. */
export default async function setup(): Promise<() => void> {
  const made = await bundle();
  if (!made.ok) throw new Error(`${made.problem}\n${made.todo}`);
  return madeFolder();
}
