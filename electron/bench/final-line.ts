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
 * results as a TAP plan announced, or TAP's "Bail out!" (TAP 14, "Plan", "Bail out!"). A line may end in LF or CRLF.
 */
export function createFinalLine(pattern: string | undefined): FinalLine {
  const regex = pattern === undefined ? null : new RegExp(pattern);
  const tap = createTapCount();
  const decoder = new TextDecoder();
  let rest = '';
  const isFinal = (line: string) => regex?.test(line) === true || line.startsWith('Bail out!');
  return {
    feed: (bytes) => {
      const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
      rest = (lines.pop() ?? '').slice(0, LINE_LENGTH);
      const ends = lines.map((line) => line.replace(/\r+$/, '').slice(0, LINE_LENGTH));
      return ends.filter((line) => isFinal(line) || tap(line)).length > 0;
    },
    tail: () => isFinal(rest.replace(/\r+$/, '')),
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
