import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { places } from './points.js';

const linesOf = (file: string | undefined): string[] =>
  file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : [];

/**
 * Fault points at which this process is killed, with SIGKILL to its own process group:
 * BENCHLOOP_CRASH_AT   the n-th point, from 1
 * BENCHLOOP_CRASH_SEEN the first point whose key is not in this file yet; it is added
 * BENCHLOOP_CRASH_ONLY of these only those whose place (`places`) is in this file, and the place is the key
 * BENCHLOOP_CRASH_LOG  gets one line for each point that was reached
 *
 * @param keyOf called once for each point that is reached
 */
export function killing(env: NodeJS.ProcessEnv, keyOf: (name: string) => string): (name: string) => void {
  const {
    BENCHLOOP_CRASH_AT: at,
    BENCHLOOP_CRASH_SEEN: seen,
    BENCHLOOP_CRASH_ONLY: only,
    BENCHLOOP_CRASH_LOG: log,
  } = env;
  const known = new Set(linesOf(seen));
  const chosen = only === undefined ? null : new Set(linesOf(only));
  const key = chosen ? placesAfter(linesOf(log)) : keyOf;
  let reached = 0;
  const isNew = (name: string): boolean => {
    const point = key(name);
    if (seen === undefined || known.has(point) || chosen?.has(point) === false) return false;
    appendFileSync(seen, `${point}\n`);
    return true;
  };
  return (name) => {
    reached += 1;
    if (log) appendFileSync(log, `${name}\n`);
    if (isNew(name) || reached === Number(at ?? 0)) process.kill(-process.pid, 'SIGKILL');
  };
}

/** Other processes came by these points before. */
function placesAfter(points: readonly string[]): (name: string) => string {
  const placeOf = places();
  for (const name of points) placeOf(name);
  return placeOf;
}
