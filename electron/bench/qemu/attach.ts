import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Attachments, optionValue } from './arguments.js';

export interface Attachment {
  addresses: Attachments;
  /** What a confined QEMU must be able to write to. */
  folders: string[];
  /** All connections of QEMU; pending for ever where it never connects. */
  connected: Promise<Record<keyof Attachments, Socket>>;
  /** Stops listening and removes the folder; the connections stay. */
  close(): void;
}

/**
 * Places for QEMU to connect to. We listen and it connects, not the other way round: nothing has to be retried, and
 * a QEMU whose parent died before it was confined finds nobody and exits. Unix sockets lie in a short folder of their
 * own (a path in sockaddr_un has 108 bytes, and session folders may be deep); Windows has loopback TCP.
 */
export async function openAttachment(): Promise<Attachment> {
  const folder = process.platform === 'win32' ? null : mkdtempSync(join(tmpdir(), 'bl-s'));
  const servers = { console: createServer(), qmp: createServer(), debugger: createServer() };
  const connected = Promise.all([accept(servers.console), accept(servers.qmp), accept(servers.debugger)]);
  return {
    addresses: {
      console: await listen(servers.console, folder && join(folder, 'con')),
      qmp: await listen(servers.qmp, folder && join(folder, 'qmp')),
      debugger: await listen(servers.debugger, folder && join(folder, 'gdb')),
    },
    folders: folder === null ? [] : [folder],
    connected: connected.then(([console, qmp, port]) => ({ console, qmp, debugger: port })),
    close: () => {
      for (const server of Object.values(servers)) server.close();
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listen(server: Server, path: string | null): Promise<string> {
  if (path === null) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  const address = server.address();
  if (address === null) throw new Error('a listening socket without an address');
  if (typeof address === 'string') return `path=${optionValue(address)}`;
  return `host=${address.address},port=${address.port}`;
}

const accept = (server: Server) =>
  new Promise<Socket>((resolve) =>
    server.once('connection', (socket) => {
      // QEMU may die at any moment; `close` follows, and the end of the process tells the story
      socket.on('error', () => undefined);
      resolve(socket);
    }),
  );
