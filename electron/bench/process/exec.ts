import { accessSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { finished, type Readable } from 'node:stream';
import type { Problem } from '../../../shared/problem.js';
import type {
  ChildRegistry,
  Exec,
  ExecEnd,
  ExecRequest,
  ExecResult,
  TreeLimit,
} from '../../../shared/process.js';
import { recordChild } from './children.js';
import type { ConfinementKind } from './confine.js';
import { type Look, lookout, watchDisk } from './disk-watch.js';
import { confinedEnd, type Ending, plainEnd } from './ending.js';
import { foldersFor, type Launched, launch, type RawEnd } from './launch.js';
import { letGo } from './let-go.js';
import type { NextRuns } from './next.js';
import { findProgram } from './search-path.js';
import { endTree, killGroup } from './tree.js';
import { type TreeLimits, usualLimits, watchTree } from './tree-watch.js';

const DEFAULT_MAX_OUTPUT = 16 * 1024 * 1024;

/**
 * Runs programs as `shared/process.ts` says. A program that is not there, or not executable, is found out before
 * anything is spawned, and inside a confinement also by bubblewrap's status (a script whose interpreter is
 * missing). Rejects where a confinement cannot be set up (a folder to bind is gone) or the cwd is missing.
 */
export function createExec(o: {
  children: ChildRegistry;
  confinement: ConfinementKind;
  /** The data folder: keys and journals of other runs lie there. */
  hidden?: string;
  /** Of what runs confined; the usual ones where they are not given. */
  limits?: TreeLimits;
  /** Absent: nothing is set up ahead. */
  next?: NextRuns;
}): Exec {
  return async (request) => {
    accessSync(request.cwd);
    const asked = o.confinement === 'bubblewrap' ? request.confine : undefined;
    const confine = asked && { ...asked, hidden: o.hidden };
    if (request.signal?.aborted) return notStarted('aborted');
    const found = findProgram(request.argv[0] ?? '', request.cwd, foldersFor(confine !== undefined));
    if (found !== 'found') return notStarted(found);
    const look = lookoutOf(request);
    const next = confine && request.repeats ? o.next : undefined;
    const waited = confine && (await next?.take(request, confine));
    const launched = waited ?? (await launch(request, confine));
    const done = supervise(request, launched, { ...o, look, hadWaited: launched === waited });
    if (confine) next?.prepare(request, confine);
    return done;
  };
}

function lookoutOf({ confine, maxWrittenBytes }: ExecRequest): Look | null {
  const [first, ...more] = confine?.writable ?? [];
  if (first === undefined || maxWrittenBytes === undefined) return null;
  return lookout([first, ...more], maxWrittenBytes);
}

const notStarted = (ended: ExecEnd): ExecResult => ({
  ended,
  exitCode: null,
  signal: null,
  stdout: new Uint8Array(),
  stderr: new Uint8Array(),
  durationMs: 0,
});

async function supervise(
  request: ExecRequest,
  launched: Launched,
  o: { children: ChildRegistry; look: Look | null; hadWaited: boolean; limits?: TreeLimits },
): Promise<ExecResult> {
  const begun = performance.now();
  const forget = recordChild(o.children, launched.pid, request.operation);
  let cut: ExecEnd | null = null;
  let beyond: TreeLimit | null = null;
  let exited = false;
  const cutShort = (why: ExecEnd) => {
    if (cut !== null || launched.pid === undefined) return;
    cut = why;
    const inner = exited ? null : launched.inner();
    void endTree(launched.pid, launched.exited, inner);
  };
  const watched = watch(request, o.look, cutShort);
  const endTreeWatch =
    launched.status === null
      ? () => undefined
      : watchTree(launched.inner, o.limits ?? usualLimits(), (why, limit) => {
          beyond = limit;
          output.say(`benchloop: the program was ended: ${why}\n`);
          cutShort('signal');
        });
  const output = captureOutput(launched, {
    maxBytes: request.maxOutputBytes ?? DEFAULT_MAX_OUTPUT,
    keep: request.keepOutput ?? true,
    onOutput: request.onOutput,
    onLimit: () => cutShort('output-limit'),
  });
  void launched.exited.then(() => {
    exited = true;
    if (launched.pid !== undefined) killGroup(launched.pid);
    // not only the process: a merged output is no stream of its own
    letGo([launched.stdout, launched.stderr], output.complete);
  });
  const raw = await launched.exited;
  endTreeWatch();
  await output.complete;
  const overrun = await watched();
  forget();
  const captured = { stdout: output.stdout(), stderr: output.stderr() };
  const status = launched.status?.() ?? null;
  const confined = (words: string) =>
    cut === null ? confinedEnd(raw, words, captured, o.hadWaited) : cutEnd(raw);
  const end = status === null ? plainEnd(raw) : confined(status);
  const ended = cut ?? (overrun ? 'disk-limit' : end.ended);
  const durationMs = performance.now() - begun;
  return {
    ...end,
    ended,
    ...captured,
    durationMs,
    ...(beyond ? { beyond } : {}),
    ...(overrun ? { overrun } : {}),
  };
}

/** Ends a program that is out of time, not wanted any more, or filling the disk. Gives what ends this watch, and tells of the disk. */
function watch(
  { signal, timeoutMs }: ExecRequest,
  look: Look | null,
  cutShort: (why: ExecEnd) => void,
): () => Promise<Problem | null> {
  const onAbort = () => cutShort('aborted');
  const timer = setTimeout(() => cutShort('timeout'), timeoutMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  const endWatch = look && watchDisk(look, () => cutShort('disk-limit'));
  return async () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    return endWatch && (await endWatch());
  };
}

/** What was cut short has no end of its own: half set up, bubblewrap would tell none either. */
const cutEnd = (raw: RawEnd): Ending => ({
  ended: 'signal',
  exitCode: null,
  signal: raw.signal ?? 'SIGKILL',
});

interface Streams {
  stdout: Readable;
  stderr: Readable | null;
}

interface CaptureOptions {
  /** Of both streams together; what comes beyond is read and dropped. */
  maxBytes: number;
  keep: boolean;
  onOutput: ExecRequest['onOutput'];
  onLimit: () => void;
}

interface Captured {
  /** Adds words of ours to its last output. */
  say(words: string): void;
  stdout(): Uint8Array;
  stderr(): Uint8Array;
  /** All streams have ended or were given up. */
  complete: Promise<void>;
}

/** Collects what a program says, as raw bytes, up to a bound. */
function captureOutput(streams: Streams, o: CaptureOptions): Captured {
  const kept: Record<'stdout' | 'stderr', Buffer[]> = { stdout: [], stderr: [] };
  let room = o.maxBytes;
  const take = (name: 'stdout' | 'stderr') => (chunk: Buffer) => {
    if (!o.keep) return o.onOutput?.(chunk, name);
    const fitting = chunk.subarray(0, room);
    room -= fitting.length;
    if (fitting.length > 0) {
      kept[name].push(fitting);
      o.onOutput?.(fitting, name);
    }
    if (fitting.length < chunk.length) o.onLimit();
  };
  streams.stdout.on('data', take('stdout'));
  streams.stderr?.on('data', take('stderr'));
  const all = [streams.stdout, streams.stderr].filter((stream) => stream !== null);
  return {
    say: (words) => take(streams.stderr === null ? 'stdout' : 'stderr')(Buffer.from(words)),
    stdout: () => Buffer.concat(kept.stdout),
    stderr: () => Buffer.concat(kept.stderr),
    complete: Promise.all(all.map(endOf)).then(() => undefined),
  };
}

/** A stream that breaks off (ECONNRESET, destroyed) has ended too: its bytes so far are what there is. */
const endOf = (stream: Readable) => new Promise<void>((resolve) => finished(stream, () => resolve()));
