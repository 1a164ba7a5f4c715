import { read } from 'node:fs';
import { promisify } from 'node:util';
import type { SerialPort } from 'serialport';

/** An open port of `serialport`'s binding: the layer below its stream, without a second buffer. */
export type OpenPort = Awaited<ReturnType<(typeof SerialPort)['binding']['open']>>;

const readFd = promisify(read);
const CHUNK_BYTES = 64 * 1024;

/**
 * Waits for bytes and gives them. Rejects when the port fails, is unplugged or is closed.
 *
 * The binding's own `read` takes a read of 0 bytes for "nothing yet" and tries again at once; Linux answers 0 for ever
 * once a terminal has hung up (tty_io.c, hung_up_tty_read), so that an unplugged port would spin and never fail.
 */
export async function readPort(port: OpenPort): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
  if (!('poller' in port)) {
    const { bytesRead } = await port.read(buffer, 0, buffer.length);
    return buffer.subarray(0, bytesRead);
  }
  for (;;) {
    await readable(port.poller);
    const bytesRead = await readNow(port.fd, buffer);
    if (bytesRead === 0) throw new Error('the terminal has hung up');
    if (bytesRead !== null) return Uint8Array.prototype.slice.call(buffer, 0, bytesRead);
  }
}

type Poller = Extract<OpenPort, { poller: unknown }>['poller'];

function readable(poller: Poller): Promise<void> {
  return new Promise((resolve, reject) => {
    poller.once('readable', (error: Error | null) => (error ? reject(error) : resolve()));
  });
}

/** Bytes read; null where there are none although the port was said to be readable. */
async function readNow(fd: number | null, buffer: Buffer): Promise<number | null> {
  if (fd === null) throw new Error('closed');
  try {
    return (await readFd(fd, buffer, 0, buffer.length, null)).bytesRead;
  } catch (error) {
    if (isAgain(error)) return null;
    throw error;
  }
}

const isAgain = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EINTR');
