import type { Readable } from 'node:stream';
import { finished } from 'node:stream';
import type { ExecRequest } from '../../../shared/process.js';

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

export interface Captured {
  stdout(): Uint8Array;
  stderr(): Uint8Array;
  /** All streams have ended or were given up. */
  complete: Promise<void>;
}

/** Collects what a program says, as raw bytes, up to a bound. */
export function captureOutput(streams: Streams, o: CaptureOptions): Captured {
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
    stdout: () => Buffer.concat(kept.stdout),
    stderr: () => Buffer.concat(kept.stderr),
    complete: Promise.all(all.map(ended)).then(() => undefined),
  };
}

/** A stream that breaks off (ECONNRESET, destroyed) has ended too: its bytes so far are what there is. */
const ended = (stream: Readable) => new Promise<void>((resolve) => finished(stream, () => resolve()));
