import { readSync } from 'node:fs';
import type { SerialPort } from 'serialport';

export type NativePort = Awaited<ReturnType<typeof SerialPort.binding.open>>;

/** Reads a port until it is lost. */
export interface Reading {
  pause(): void;
  resume(): void;
}

type PolledPort = Extract<NativePort, { poller: unknown }>;

const GONE = 'the device is gone';

/** Memory is taken in slabs; what was read is handed on as a part of one, never copied. */
const SLAB = 1024 * 1024;
/** The least that is worth a read call: Linux gives at most 4095 bytes of a terminal in one (n_tty.c, N_TTY_BUF_SIZE). */
const ROOM = 64 * 1024;
const TTY_READ = 4095;
/** Bytes after which other work gets its turn. */
const BURST = 512 * 1024;

/**
 * Linux and macOS: waits until the port is readable, then reads it empty. The library's own `read` takes a thread of the
 * pool for every call, and calls itself for ever at the end of file that an unplugged device gives.
 */
export function readPolled(
  port: PolledPort,
  received: (bytes: Buffer) => void,
  lost: (why: string) => void,
): Reading {
  let slab = Buffer.allocUnsafeSlow(SLAB);
  let used = 0;
  let paused = false;
  let waiting = false;

  const wait = (): void => {
    if (waiting || paused) return;
    waiting = true;
    port.poller.once('readable', onReadable);
  };

  const onReadable = (error: Error | null): void => {
    waiting = false;
    if (paused || port.fd === null) return;
    if (error) {
      lost(GONE);
      return;
    }
    if (SLAB - used < ROOM) {
      slab = Buffer.allocUnsafeSlow(SLAB);
      used = 0;
    }
    const start = used;
    const end = fill(port.fd);
    if (used > start) received(slab.subarray(start, used));
    if (end.lost !== null) lost(end.lost);
    else if (end.more) setImmediate(again);
    else wait();
  };

  const again = (): void => {
    if (!paused) onReadable(null);
  };

  /** Reads on into the slab until the port is empty, the burst is over or the slab full. */
  const fill = (fd: number): { more: boolean; lost: string | null } => {
    const end = Math.min(SLAB, used + BURST);
    while (end - used >= TTY_READ) {
      const count = readOnce(fd, end - used);
      if (typeof count === 'string') return { more: false, lost: count };
      if (count === null) return { more: false, lost: null };
      used += count;
      if (count < TTY_READ) return { more: false, lost: null };
    }
    return { more: true, lost: null };
  };

  /** Bytes read; null where there are none now; a text where the device is gone. */
  const readOnce = (fd: number, room: number): number | null | string => {
    try {
      const count = readSync(fd, slab, used, room, null);
      return count === 0 ? GONE : count;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code === 'EAGAIN' || code === 'EINTR') return null;
      return error instanceof Error ? error.message : String(error);
    }
  };

  wait();
  return {
    pause: () => {
      paused = true;
    },
    resume: () => {
      if (!paused) return;
      paused = false;
      wait();
    },
  };
}

/** Windows: the library's overlapped reads. */
export function readOverlapped(
  port: Pick<NativePort, 'read' | 'isOpen'>,
  received: (bytes: Buffer) => void,
  lost: (why: string) => void,
): Reading {
  let paused = false;
  let running = false;
  const run = async (): Promise<void> => {
    running = true;
    while (!paused && port.isOpen) {
      const buffer = Buffer.allocUnsafeSlow(ROOM);
      const { bytesRead } = await port.read(buffer, 0, ROOM);
      received(buffer.subarray(0, bytesRead));
    }
    running = false;
  };
  const start = (): void => {
    run().catch((error: unknown) => {
      running = false;
      if (!paused) lost(error instanceof Error ? error.message : String(error));
    });
  };
  start();
  return {
    pause: () => {
      paused = true;
    },
    resume: () => {
      paused = false;
      if (!running) start();
    },
  };
}
