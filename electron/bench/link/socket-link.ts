import net from 'node:net';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { type Link, LinkLost } from './link.js';
import { createReceiveQueue } from './receive-queue.js';

/** A Unix socket (a named pipe on Windows), or a TCP port. */
export type SocketAddress = { path: string } | { host: string; port: number };

/**
 * Connects to a byte stream that stands in for a serial port: of a simulator, a terminal server. It has no lines and no
 * speed of its own.
 *
 * Errors: PORT_NOT_FOUND where nobody listens, PORT_LOST for the rest.
 */
export async function openSocketLink(address: SocketAddress): Promise<Result<Link>> {
  const connected = await connectSocket(address);
  return connected.ok ? ok(socketLink(nameOf(address), connected.value)) : connected;
}

const nameOf = (address: SocketAddress): string =>
  'path' in address ? address.path : `${address.host}:${address.port}`;

/** Errors: as `openSocketLink`. */
export function connectSocket(address: SocketAddress): Promise<Result<net.Socket>> {
  return new Promise((resolve) => {
    const socket = net.connect(address);
    const refused = (error: NodeJS.ErrnoException) =>
      resolve(
        fail({
          code: error.code === 'ENOENT' || error.code === 'ECONNREFUSED' ? 'PORT_NOT_FOUND' : 'PORT_LOST',
          where: nameOf(address),
          message: `no connection: ${error.message}`,
          next: 'start what listens there, or correct the address',
        }),
      );
    socket.once('error', refused);
    socket.once('connect', () => {
      socket.off('error', refused);
      socket.setNoDelay(true);
      resolve(ok(socket));
    });
  });
}

function socketLink(name: string, socket: net.Socket): Link {
  const queue = createReceiveQueue();
  const end = (why: string) => queue.end(new LinkLost(name, why));
  socket.on('data', (bytes) => queue.push(bytes));
  socket.on('error', (error) => end(error.message));
  socket.on('end', () => end('the other end closed the connection'));
  socket.on('close', () => end('the connection was closed'));
  const write = (bytes: Uint8Array) =>
    new Promise<void>((resolve, reject) => {
      socket.write(bytes, (error) => (error ? reject(new LinkLost(name, error.message)) : resolve()));
    });

  return {
    name,
    async write(bytes) {
      queue.assertOpen();
      await Promise.race([write(bytes), queue.ended]);
    },
    async drain() {
      queue.assertOpen();
    },
    read: queue.read,
    unread: queue.unread,
    async discard() {
      queue.assertOpen();
      queue.discard();
    },
    async configure() {
      queue.assertOpen();
    },
    async setLines() {
      queue.assertOpen();
      return false;
    },
    async close() {
      end('the connection was closed');
      socket.destroy();
    },
  };
}
