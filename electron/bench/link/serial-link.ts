import { isDeepStrictEqual } from 'node:util';
import { SerialPort } from 'serialport';
import { ok, type Result } from '../../../shared/problem.js';
import { DEFAULT_SETTINGS, type Lines, type Link, LinkLost, type LinkSettings } from './link.js';
import { openProblem } from './open-problem.js';
import { createReceiveQueue, type ReceiveQueue } from './receive-queue.js';
import { type OpenPort, readPort } from './serial-read.js';

/**
 * Opens a serial port, for this process alone (advisory lock and TIOCEXCL). DTR and RTS are asserted by opening, as the
 * system does it.
 *
 * Errors: PORT_NOT_FOUND, PORT_PERMISSION with what grants it, PORT_BUSY with who holds it, PORT_LOST for the rest.
 *
 * @param path `/dev/ttyUSB0`, `COM7`, a pseudo-terminal
 */
export async function openSerialLink(
  path: string,
  settings: Partial<LinkSettings> = {},
): Promise<Result<Link>> {
  const wanted = { ...DEFAULT_SETTINGS, ...settings };
  try {
    return ok(serialLink(path, wanted, await openPort(path, wanted)));
  } catch (error) {
    return openProblem(path, error);
  }
}

function openPort(path: string, settings: LinkSettings): Promise<OpenPort> {
  const xonxoff = settings.flow === 'xonxoff';
  return SerialPort.binding.open({
    path,
    baudRate: settings.baud,
    dataBits: settings.dataBits,
    parity: settings.parity,
    stopBits: settings.stopBits,
    rtscts: settings.flow === 'rtscts',
    xon: xonxoff,
    xoff: xonxoff,
  });
}

function serialLink(path: string, opened: LinkSettings, first: OpenPort): Link {
  let settings = opened;
  let port = first;
  let lines: Lines = { dtr: true, rts: true, brk: false };
  const queue = createReceiveQueue();
  let pump = receive(path, port, queue);
  /** A call that the port refuses because it is gone must say so, and one that it never answers must not wait. */
  const on = async <T>(call: () => Promise<T>): Promise<T> => {
    queue.assertOpen();
    try {
      return await Promise.race([call(), queue.ended]);
    } catch (error) {
      throw error instanceof LinkLost ? error : new LinkLost(path, reason(error));
    }
  };
  const reopen = async () => {
    await port.close();
    await pump;
    port = await openPort(path, settings);
    pump = receive(path, port, queue);
  };

  return {
    name: path,
    write: (bytes) => on(() => port.write(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))),
    drain: () => on(() => port.drain()),
    read: queue.read,
    unread: queue.unread,
    async discard() {
      queue.assertOpen();
      queue.discard();
    },
    async configure(change) {
      const before = settings;
      settings = { ...settings, ...change };
      const { baud } = settings;
      const onlyBaud = isDeepStrictEqual({ ...before, baud }, settings);
      await on(() => (onlyBaud ? port.update({ baudRate: baud }) : reopen()));
    },
    setLines(change) {
      lines = { ...lines, ...change };
      return on(() => setLines(port, lines));
    },
    async close() {
      queue.end(new LinkLost(path, 'the port was closed'));
      if (port.isOpen) await port.close();
      await pump;
    },
  };
}

/** Reads until the port ends; ends the queue unless the port was closed from here. */
async function receive(path: string, port: OpenPort, queue: ReceiveQueue): Promise<void> {
  try {
    for (;;) queue.push(await readPort(port));
  } catch (error) {
    if (!port.isOpen) return;
    queue.end(new LinkLost(path, reason(error)));
  }
}

/**
 * False where the lines cannot be set: a pseudo-terminal answers ENOTTY. A USB device (CDC ACM) that cannot send a break
 * answers EOPNOTSUPP, and the binding, which ends the break before it sets the other lines, then sets none.
 */
async function setLines(port: OpenPort, { dtr, rts, brk }: Lines): Promise<boolean> {
  try {
    await port.set({ dtr, rts, brk, cts: false, dsr: false });
    return true;
  } catch (error) {
    if (/inappropriate ioctl|ENOTTY|not supported/i.test(reason(error))) return false;
    throw error;
  }
}

const reason = (error: unknown) =>
  error instanceof Error ? error.message.replace(/^Error:? /, '') : String(error);
