/** A test as it is found: its file, and its title as the source writes it. */
interface NamedTest {
  readonly file: string;
  readonly name: string;
}

/** A sentence by which a page promises something, and the fast tests that hold it. */
export interface Promised {
  /** By which guards name it. */
  readonly id: string;
  readonly page: 'README.md' | 'docs/security.md';
  /** As `sentencesOf` reads it. */
  readonly sentence: string;
  readonly tests: readonly NamedTest[];
}

/** Tests of one file below `test/`, by their titles. */
export const at = (file: string, ...names: string[]): NamedTest[] =>
  names.map((name) => ({ file: `test/${file}.test.ts`, name }));

/** What is written into the user's repository, and when: both pages speak of it. */
export const HOSTILE = at(
  'unit/workspace/hostile',
  'runs nothing in a whole run, and gets one branch and its objects',
);
export const ONE_BRANCH = at(
  'unit/tools/publish',
  'adds one branch after a question of its own, and takes it away again',
);

/** A case counts as often as it was reported before: both pages speak of it. */
export const OFTEN = at(
  'unit/bench/results/frameworks',
  'passes where the baseline reports it as often and every report passes',
  'does not pass where a report was added or is missing',
);

/** Programs under bubblewrap. */
export const CONFINED = 'unit/bench/process/exec';
