import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface MergedOutput {
  /** For the child, as its stdout and its stderr; destroy it here once the child runs. */
  writeEnd: Socket;
  readEnd: Socket;
}

/**
 * One pipe that a child can have as both of its output streams: only so do the bytes keep the order in which they
 * were written. Node offers no pipe(2); a connected pair of local sockets does the same. Its name in the file
 * system is gone when this returns. On Windows it is a named pipe.
 */
export async function openMergedOutput(): Promise<MergedOutput> {
  const folder = mkdtempSync(join(tmpdir(), 'bl-s'));
  const name = join(folder, 'out');
  const server = createServer();
  try {
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name.replaceAll('\\', '-')}` : name);
    await once(server, 'listening');
    const writeEnd = connect({ path: String(server.address()) });
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    await once(writeEnd, 'connect');
    return { writeEnd, readEnd: await accepted };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
