import { writeSync } from 'node:fs';
import { SerialPort } from 'serialport';
import { ok, type Result } from '../../../shared/problem.js';
import { type Moment, now } from '../console/marks.js';
import type { Lines, LinkSettings, ModemLines } from '../link/link.js';
import { openProblem } from '../link/open-problem.js';
import { type Framing, setFraming } from './framing.js';
import { type NativePort, type Reading, readOverlapped, readPolled } from './reading.js';

/** An open serial port; reading begins at once. */
export interface Device {
  readonly path: string;
  /** It has DTR, RTS and break; a pseudo-terminal has none. */
  readonly hasLines: boolean;
  write(bytes: Uint8Array): Promise<void>;
  drain(): Promise<void>;
  /** Drops what the system has received and nobody has read. */
  flush(): Promise<void>;
  setBaud(baud: number): Promise<void>;
  /** False where that needs the port opened anew. DTR and RTS are raised by it. */
  setFraming(framing: Framing): Promise<boolean>;
  /** False where the device has no such lines. */
  setLines(lines: Partial<Lines>): Promise<boolean>;
  /** As they are now; null where the device has none. */
  modem(): Promise<ModemLines | null>;
  /** While paused, bytes stay with the system (flow control stops the peer, where there is any). */
  pause(): void;
  resume(): void;
  close(): Promise<void>;
}

export interface DeviceEvents {
  onBytes(bytes: Buffer, at: Moment): void;
  /** Once; nothing comes after it. */
  onLost(why: string): void;
}

/** Errors: PORT_NOT_FOUND, PORT_PERMISSION, PORT_BUSY, PORT_LOST with the system's words. */
export async function openDevice(
  path: string,
  settings: LinkSettings,
  events: DeviceEvents,
): Promise<Result<Device>> {
  try {
    const port = await SerialPort.binding.open({ path, ...nativeSettings(settings) });
    return ok(deviceOn(port, { path, hasLines: await readsLines(port) }, events));
  } catch (error) {
    return openProblem(path, error);
  }
}

function nativeSettings({ baud, dataBits, parity, stopBits, flow }: LinkSettings) {
  const software = flow === 'xonxoff';
  return {
    baudRate: baud,
    dataBits,
    parity,
    stopBits,
    rtscts: flow === 'rtscts',
    xon: software,
    xoff: software,
    lock: true,
  };
}

function deviceOn(
  port: NativePort,
  { path, hasLines }: Pick<Device, 'path' | 'hasLines'>,
  events: DeviceEvents,
): Device {
  let open = true;
  let writing: Promise<void> = Promise.resolve();
  const lost = (why: string): void => {
    if (!open) return;
    open = false;
    reading.pause();
    void port.close().then(
      () => events.onLost(why),
      () => events.onLost(why),
    );
  };
  const received = (bytes: Buffer): void => events.onBytes(bytes, now());
  const reading: Reading =
    'poller' in port ? readPolled(port, received, lost) : readOverlapped(port, received, lost);
  return {
    path,
    hasLines,
    write: (bytes) => {
      const mine = writing.then(() => writeAll(port, bytes));
      writing = mine.catch(() => {});
      return mine;
    },
    drain: () => port.drain(),
    flush: () => port.flush(),
    setBaud: (baudRate) => port.update({ baudRate }),
    setFraming: (framing) => setFraming(path, framing),
    setLines: (lines) => setLines(port, lines),
    modem: async () => {
      if (!hasLines) return null;
      const { cts, dsr, dcd } = await port.get();
      return { cts, dsr, dcd };
    },
    pause: () => reading.pause(),
    resume: () => reading.resume(),
    close: async () => {
      if (!open) return;
      open = false;
      reading.pause();
      await port.close();
    },
  };
}

/** ENOTTY, EINVAL: a pseudo-terminal, or an adapter without these lines. */
const NO_SUCH_LINES = /inappropriate ioctl|invalid argument|not supported/i;

const setLines = (port: NativePort, lines: Partial<Lines>): Promise<boolean> =>
  onLines(() => port.set(lines));

/** A port whose input lines can be read has the output lines too. */
const readsLines = (port: NativePort): Promise<boolean> => onLines(() => port.get());

async function onLines(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (error instanceof Error && NO_SUCH_LINES.test(error.message)) return false;
    throw error;
  }
}

/**
 * Resolves once all bytes are with the system. What it takes at once (Linux and macOS, where the library opens ports with
 * O_NONBLOCK) goes there now: the library's own `write` takes a thread of the pool, and a protocol of short commands and
 * answers would wait for that thread to wake each time.
 */
async function writeAll(port: NativePort, bytes: Uint8Array): Promise<void> {
  const taken = 'poller' in port && port.fd !== null ? writeNow(port.fd, bytes) : 0;
  const rest = Buffer.from(bytes.buffer, bytes.byteOffset + taken, bytes.length - taken);
  if (rest.length > 0) await port.write(rest);
}

/** Bytes that the system took; 0 where it takes none now. */
function writeNow(fd: number, bytes: Uint8Array): number {
  try {
    return writeSync(fd, bytes);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EAGAIN') return 0;
    throw error;
  }
}
