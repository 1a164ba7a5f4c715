import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/**
 * Fault points at which this process is killed, with SIGKILL to its own process group:
 * BENCHLOOP_CRASH_AT   the n-th point, from 1
 * BENCHLOOP_CRASH_SEEN the first point whose key is not in this file yet; it is added
 * BENCHLOOP_CRASH_LOG  gets one line for each point that was reached
 *
 * @param keyOf called once for each point that is reached
 */
export function killing(env: NodeJS.ProcessEnv, keyOf: (name: string) => string): (name: string) => void {
  const { BENCHLOOP_CRASH_AT: at, BENCHLOOP_CRASH_SEEN: seen, BENCHLOOP_CRASH_LOG: log } = env;
  const known = new Set(seen && existsSync(seen) ? readFileSync(seen, 'utf8').split('\n') : []);
  let reached = 0;
  const isNew = (name: string): boolean => {
    const key = keyOf(name);
    if (seen === undefined || known.has(key)) return false;
    appendFileSync(seen, `${key}\n`);
    return true;
  };
  return (name) => {
    reached += 1;
    if (log) appendFileSync(log, `${name}\n`);
    if (isNew(name) || reached === Number(at ?? 0)) process.kill(-process.pid, 'SIGKILL');
  };
}
