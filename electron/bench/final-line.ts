import { cleanLine, splitLines } from './results/console-lines.js';

/** Longer lines are judged by their beginning only. */
const LINE_LENGTH = 4096;

export interface FinalLine {
  /** Whether the test is over with what came so far, complete lines only. */
  feed(bytes: Uint8Array): boolean;
  /** Whether the line that has not ended yet would be the last one. */
  tail(): boolean;
}

/**
 * Recognises the end of a test in the target's output: a line that matches the profile's `testEnd.pattern`, as many
 * results as a TAP plan announced, or TAP's "Bail out!" (TAP 14, "Plan", "Bail out!"). Lines are
 * judged as parsers read them: whatever ends them, without escape sequences and a logger's prefix.
 */
export function createFinalLine(pattern: string | undefined): FinalLine {
  const regex = pattern === undefined ? null : new RegExp(pattern);
  const tap = createTapCount();
  const decoder = new TextDecoder();
  let rest = '';
  const isFinal = (line: string) => regex?.test(line) === true || line.startsWith('Bail out!');
  return {
    feed: (bytes) => {
      const text = rest + decoder.decode(bytes, { stream: true });
      // an LF may come yet
      const open = text.endsWith('\r') ? '\r' : '';
      const lines = splitLines(text.slice(0, text.length - open.length));
      rest = (lines.pop() ?? '').slice(0, LINE_LENGTH) + open;
      const ends = lines.map((line) => cleanLine(line.slice(0, LINE_LENGTH)));
      return ends.filter((line) => isFinal(line) || tap(line)).length > 0;
    },
    tail: () => isFinal(cleanLine(rest)),
  };
}

/** True from the line on with which all planned results are there; the plan may come first or last. */
function createTapCount(): (line: string) => boolean {
  let planned = 0;
  let seen = 0;
  return (line) => {
    const plan = /^1\.\.(\d+)/.exec(line)?.[1];
    if (plan !== undefined) planned = Number(plan);
    else if (/^(not )?ok\b/.test(line)) seen += 1;
    else return false;
    return planned > 0 && seen >= planned;
  };
}
