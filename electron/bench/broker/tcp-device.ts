import { ok, type Result } from '../../../shared/problem.js';
import { now } from '../console/marks.js';
import { connectSocket } from '../link/socket-link.js';
import type { Device, DeviceEvents } from './device.js';

/**
 * A TCP stream as a port: what a debug server serves of a target's RTT, a terminal server. It has no lines and no speed.
 * Errors: PORT_NOT_FOUND where nobody listens, PORT_LOST.
 */
export async function openTcpDevice(
  path: string,
  address: { host: string; port: number },
  events: DeviceEvents,
): Promise<Result<Device>> {
  const connected = await connectSocket(address);
  if (!connected.ok) return connected;
  const socket = connected.value;
  let isOpen = true;
  let why = 'the other end closed the connection';
  socket.on('data', (bytes) => events.onBytes(bytes, now()));
  socket.on('error', (error) => {
    why = error.message;
  });
  socket.on('close', () => {
    if (isOpen) events.onLost(why);
    isOpen = false;
  });
  return ok({
    ...{ path, hasLines: false },
    write: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    drain: async () => undefined,
    flush: async () => undefined,
    setBaud: async () => undefined,
    setFraming: async () => true,
    setLines: async () => false,
    modem: async () => null,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    close: async () => {
      isOpen = false;
      socket.destroy();
    },
  });
}
