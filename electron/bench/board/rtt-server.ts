import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Exec } from '../../../shared/process.js';
import type { Rtt } from '../../../shared/profile/board.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { explain, TOOL_ERRORS } from '../flash/external/errors.js';
import { toolEnvironment } from '../flash/external/run.js';
import { fill, type ScriptValues } from '../script/values.js';

const LOOK_MS = 500;
/** A session is over long before. */
const DAY_MS = 24 * 60 * 60 * 1000;

interface Serving<Stream> {
  /** Of the probe. */
  serial: string | undefined;
  /** Opens the stream; fails while the tool does not serve yet. */
  open: () => Promise<Result<Stream>>;
  /** Ends the tool, with all that it started. */
  stop: AbortSignal;
  tools: { exec: Exec; home: string };
}

/**
 * Runs the tool that serves a target's RTT, if the profile names one, and opens its stream. Errors: SCRIPT_REFUSED for a
 * placeholder without a value, TEST_ENV_FAILURE with what the tool said where it ended or did not serve in time.
 */
export async function serveRtt<Stream>(rtt: Rtt, o: Serving<Stream>): Promise<Result<Stream>> {
  const values: ScriptValues = o.serial === undefined ? {} : { serial: o.serial };
  const argv = (rtt.server ?? []).map((text) => fill(text, values));
  const bad = argv.find((one) => !one.ok);
  if (bad && !bad.ok) return bad;
  let ended: string | null = null;
  if (rtt.server !== undefined)
    void run(
      argv.flatMap((one) => (one.ok ? [one.value] : [])),
      o,
    ).then((output) => {
      ended = output;
    });
  const deadline = Date.now() + rtt.connectSec * 1000;
  for (;;) {
    const stream = await o.open();
    if (stream.ok) return ok(stream.value);
    if (ended !== null) return fail(overWith(rtt, ended));
    if (Date.now() >= deadline || o.stop.aborted) return fail(notServing(rtt, stream.error));
    await delay(LOOK_MS);
  }
}

/** Gives what the tool said, when it has ended. */
async function run(argv: readonly string[], { stop, tools }: Serving<unknown>): Promise<string> {
  const end = await tools.exec({
    argv,
    cwd: tools.home,
    env: toolEnvironment(),
    timeoutMs: DAY_MS,
    operation: 'rtt-server',
    mergeOutput: true,
    signal: stop,
  });
  return end.ended === 'not-found' ? 'it is not installed' : Buffer.from(end.stdout).toString('utf8');
}

const overWith = ({ server }: Rtt, output: string): Problem => {
  const known = explain(output, TOOL_ERRORS);
  const last = output
    .trim()
    .split(/[\r\n]+/)
    .slice(-2)
    .join(' | ')
    .slice(-300);
  return {
    ...{ code: 'TEST_ENV_FAILURE', where: server?.[0] ?? '' },
    message: `the tool that serves RTT ended: ${inEnglish(known?.message ?? last)}`,
    next: known?.next ?? 'run it by hand, and correct `console.rtt.server` in the profile',
  };
};

const notServing = ({ host, port, connectSec }: Rtt, { message }: Problem): Problem => ({
  code: 'TEST_ENV_FAILURE',
  where: `${host}:${port}`,
  message: `nobody serves RTT there within ${connectSec} s: ${inEnglish(message)}`,
  next: 'check `console.rtt` in the profile, and that the program has an RTT control block',
});
