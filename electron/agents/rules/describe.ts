import type { Candidate } from './candidates.js';

/** "relational operator in ring_put() (src/ring.c:14): operator `<=` → `<` …" */
export function describe({ kind, what, place }: Candidate): string {
  const where = place.function
    ? `${place.function}() (${place.file}:${place.line})`
    : `${place.file}:${place.line}`;
  return `${kind} in ${where}: ${what}`;
}
