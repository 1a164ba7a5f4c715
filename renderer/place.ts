/** A case among the tests, or lines of the console, counted from its end; of these the first that has `name` in it. */
export type Place =
  | { kind: 'case'; name: string }
  | { kind: 'console'; first: number; last: number; name: string | null };
