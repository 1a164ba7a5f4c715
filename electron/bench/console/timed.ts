import { createContext, Script } from 'node:vm';

/** A person's expression may take so long for one batch of lines, ms; without a limit `(a+)+$` takes for ever. */
const LIMIT_MS = 1000;
/** Lines of one batch. */
const BATCH = 5000;

const place: { work: () => void } = { work: () => undefined };
const script = new Script('work()');
let context: ReturnType<typeof createContext> | null = null;

/** V8 interrupts an expression that backtracks when the time of a script is over (Node, `vm`, option `timeout`). */
function finishes(work: () => void): boolean {
  context ??= createContext(place);
  place.work = work;
  try {
    script.runInContext(context, { timeout: LIMIT_MS });
    return true;
  } catch (error) {
    // It is an Error of the script's own realm.
    if (Object(error).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return false;
    throw error;
  }
}

/**
 * Asks `judge` about each of the lines. Where it does not finish in time it is given up for good: `onSlow` is told once,
 * and this line and every later one gets `otherwise`.
 */
export function timed<T>(
  judge: (line: string) => T,
  otherwise: T,
  onSlow: () => void,
): (lines: readonly string[]) => T[] {
  let slow = false;
  const judgeBatch = (lines: readonly string[]): T[] => {
    const judged: T[] = [];
    const judgeAll = (): void => {
      for (const line of lines) judged.push(judge(line));
    };
    if (finishes(judgeAll)) return judged;
    slow = true;
    onSlow();
    return judged;
  };
  return (lines) => {
    const judged: T[] = [];
    for (let at = 0; at < lines.length && !slow; at += BATCH)
      judged.push(...judgeBatch(lines.slice(at, at + BATCH)));
    return [...judged, ...Array<T>(lines.length - judged.length).fill(otherwise)];
  };
}
