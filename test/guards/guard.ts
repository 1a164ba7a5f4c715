/** A change of one line of the product that breaks a promise, and the fast test files of which one must notice. */
export interface Guard {
  /** The name of the promise (`test/promises.ts`). */
  readonly promise: string;
  readonly file: string;
  /** Occurs once in the file. */
  readonly find: string;
  readonly put: string;
  readonly tests: readonly string[];
}

/** Of a file below `electron/`. */
type Change = readonly [file: string, find: string, put: string];

/** @param tests paths below `test/`, without their ending */
export const guard = (promise: string, [file, find, put]: Change, ...tests: string[]): Guard => ({
  ...{ promise, file: `electron/${file}`, find, put },
  tests: tests.map((name) => `test/${name}.test.ts`),
});
