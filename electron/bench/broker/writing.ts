import { writeSync } from 'node:fs';
import type { NativePort } from './reading.js';

/**
 * Resolves once all bytes are with the system. What it takes at once (Linux and macOS, where the library opens ports with
 * O_NONBLOCK) goes there now: the library's own `write` takes a thread of the pool, and a protocol of short commands and
 * answers would wait for that thread to wake each time.
 */
export async function writeAll(port: NativePort, bytes: Uint8Array): Promise<void> {
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
