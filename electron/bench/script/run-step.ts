import { createWriteStream, openSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { execa } from 'execa';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { ChildRegistry } from '../../../shared/process.js';
import type { ScriptStep } from '../../../shared/profile/script.js';
import type { EnvironmentRequest } from '../environment.js';
import { recordChild } from '../process/children.js';
import { inheritedEnvironment } from '../process/inherited.js';
import { letGo } from '../process/let-go.js';
import { endTree } from '../process/tree.js';
import { ABORTED } from '../within.js';
import { type CommandLine, commandLine, type Surroundings } from './command-line.js';
import { createDecoder, encodeAnswer } from './decode.js';
import { endWhenSafe } from './end-when-safe.js';
import { createListener, type Listener } from './listener.js';
import { notStarted, wrongPlace } from './not-startable.js';
import { createJudge, type Judged } from './outcome.js';
import { follow, MARK, note, type Outliving, outlived } from './outliving.js';

/** Text of the output that is told: its end, characters. */
const KEPT = 64 * 1024;

export interface StepDeps extends Surroundings {
  children: ChildRegistry;
  operation: string;
  /** Variables of the program, beside the usual ones. */
  env?: EnvironmentRequest['env'];
  signal: AbortSignal;
  oemCodePage: number;
  /** A program that says more is ended; characters. */
  maxOutput: number;
  /** Told when nothing but the program itself is left to be started; an error keeps it from that. */
  begin?: () => Result<void>;
  /** What the program says, as text. */
  onOutput: (text: string) => void;
  /** Given where it must not be broken off: it goes on without us, and is waited for by whoever comes next. */
  outliving?: Outliving;
  /** Told where one of before is waited for. */
  onWaiting?: (why: string) => void;
  /** Told when the program must not be left alone; see `EnvironmentRequest`. */
  unsafe?: EnvironmentRequest['unsafe'];
}

export interface StepEnd extends Judged {
  exitCode: number | null;
  output: string;
  duration_ms: number;
  /** The signal that ended it by itself; null on Windows. */
  signal: string | null;
  /** Why it was ended before its time; null where it ended by itself. */
  cut: 'timeout' | 'aborted' | 'output-limit' | null;
}

/**
 * Runs one vendor program to its end and says what it meant. It is ended, with all that it started, at its time limit
 * and on abort, but never between its `unsafeFrom` and `safeAgain` lines: a flasher is not killed in mid-erase. Then
 * its end, or the line that says that it is safe, is waited for. Errors: SCRIPT_REFUSED, TOOLCHAIN_MISSING where it
 * cannot be started, those of `begin`.
 */
export async function runStep(step: ScriptStep, deps: StepDeps): Promise<Result<StepEnd>> {
  const line = commandLine(step, deps);
  if (!line.ok) return line;
  const wrong = await wrongPlace(line.value);
  if (wrong) return fail(wrong);
  const free = await alone(deps);
  if (!free.ok) return free;
  if (deps.signal.aborted) return fail(ABORTED);
  const permitted = deps.begin?.() ?? ok(undefined);
  if (!permitted.ok) return permitted;
  const begun = performance.now();
  const record = remembered(step, deps, line.value.file);
  const child = start(line.value, step, deps);
  record.started(child.pid);
  const judge = createJudge(step);
  const listener = createListener(step, judge.hear);
  const decoder = createDecoder(step.encoding, deps.oemCodePage);
  let output = '';
  let room = deps.maxOutput;
  const ending = endWhenSafe<NonNullable<StepEnd['cut']>>(listener.safe, () => {
    if (child.pid !== undefined) void endTree(child.pid, child.then(nothing, nothing));
  });
  const hear = (text: string): void => {
    output = (output + text).slice(-KEPT);
    room -= text.length;
    if (room < 0) ending.want('output-limit');
    for (const answer of listener.hear(text)) {
      const typed = `${answer}${deps.platform === 'win32' ? '\r\n' : '\n'}`;
      child.stdin?.write(encodeAnswer(typed, step.encoding, deps.oemCodePage));
    }
    deps.onOutput(text);
    ending.look();
  };
  // it may end before it has read its answer
  child.stdin?.on('error', nothing);
  const heard = listen(child, deps, (chunk) => hear(decoder.text(chunk)));
  const onAbort = () => ending.want('aborted');
  const timer = setTimeout(() => ending.want('timeout'), step.timeoutSec * 1000);
  if (deps.outliving) timer.unref();
  deps.signal.addEventListener('abort', onAbort, { once: true });
  const settled = deps.unsafe?.({
    what: line.value.file,
    limitMs: step.timeoutSec * 1000,
    isUnsafe: () => !listener.safe(),
  });
  // what it left running may hold its output
  child.once('exit', () => letGo([child.stdout, child.stderr], child));
  const end = await child;
  ending.over();
  clearTimeout(timer);
  deps.signal.removeEventListener('abort', onAbort);
  record.ended();
  heard.end();
  hear(decoder.end());
  settled?.();
  if (child.pid === undefined) return fail(notStarted(line.value, end.code, end.originalMessage ?? ''));
  const duration_ms = performance.now() - begun;
  const exitCode = end.exitCode ?? null;
  const cut = ending.cut();
  const told = { exitCode, output, duration_ms, cut, signal: cut === null ? (end.signal ?? null) : null };
  return ok({
    ...(cut === null
      ? judge.judge({ exitCode, isSafe: listener.safeAtEnd() })
      : cutShort(step, listener, cut)),
    ...told,
  });
}

const nothing = (): void => undefined;

const alone = async ({ outliving, signal, onWaiting }: StepDeps): Promise<Result<void>> =>
  outliving ? outlived(outliving.noteFile, signal, onWaiting ?? nothing) : ok(undefined);

/** A restart ends what carries its run's mark: what must not be broken off has another one, and its output outlives us. */
function start({ file, args, env, cwd, verbatim }: CommandLine, step: ScriptStep, deps: StepDeps) {
  const { outliving, operation } = deps;
  const mark = outliving ? { [MARK]: outliving.noteFile } : { BENCHLOOP_OPERATION: operation };
  const output = outliving ? fileFor(outliving.outputFile) : 'pipe';
  const child = execa(file, [...args], {
    cwd,
    env: { ...inheritedEnvironment(process.env), ...deps.env, ...env, ...mark },
    extendEnv: false,
    reject: false,
    buffer: false,
    all: true,
    encoding: 'buffer',
    detached: process.platform !== 'win32',
    cleanup: outliving === undefined,
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
    // nothing to answer: `pause` and `set /p` go on at once instead of waiting for ever
    stdin: step.prompts.length > 0 ? 'pipe' : 'ignore',
    stdout: output,
    stderr: output,
  });
  if (typeof output !== 'string') output.destroy();
  if (outliving) child.unref();
  return child;
}

/** As a stream: execa's types know no bare descriptor beyond 2. */
const fileFor = (file: string) => createWriteStream('', { fd: openSync(file, 'a') });

function listen(
  child: ReturnType<typeof start>,
  { outliving }: StepDeps,
  hear: (chunk: Uint8Array) => void,
): { end(): void } {
  if (outliving) return follow(outliving.outputFile, hear);
  child.all?.on('data', hear);
  return { end: nothing };
}

/** Where whoever comes after a crash finds it: to wait for it, or to end it. */
function remembered({ timeoutSec }: ScriptStep, { children, operation, outliving }: StepDeps, file: string) {
  if (outliving) return note(outliving.noteFile, file, timeoutSec * 1000);
  let ended = nothing;
  return {
    started: (pid: number | undefined): void => {
      ended = recordChild(children, pid, operation);
    },
    ended: (): void => ended(),
  };
}

function cutShort(step: ScriptStep, listener: Listener, why: NonNullable<StepEnd['cut']>): Judged {
  if (why === 'output-limit') return { outcome: 'failed', message: 'it printed without end' };
  if (why === 'aborted') return { outcome: 'failed', message: 'it was ended by the abort' };
  const open = step.prompts.length > 0 ? listener.lastLine() : '';
  const last = open === '' ? '' : `; the last thing it said may be a question: "${open}"`;
  return { outcome: 'failed', message: `it did not end within ${step.timeoutSec} s${last}` };
}
