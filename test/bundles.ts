import { bundle } from '../build/bundle.mjs';

/** Before the first test: `dist/` is of these sources, however the tests were started. */
export default async function setup(): Promise<void> {
  const made = await bundle();
  if (!made.ok) throw new Error(`${made.problem}\n${made.todo}`);
}
