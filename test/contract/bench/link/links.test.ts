import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openSocketLink } from '../../../../electron/bench/link/socket-link.js';
import type { Result } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { openSerialLink } from '../../../fixtures/serial/direct-link.js';
import { startSocat } from '../../../fixtures/serial/socat.js';
import { type LinkUnderTest, linkContract } from './link-contract.js';

describe('a link over a Unix socket', () => {
  linkContract(async () => {
    const wire = await listen();
    return { ...wire, ...(await wire.connect(() => openSocketLink({ path: wire.socketPath }))) };
  });

  it('says that nobody listens', async () => {
    const nobody = await openSocketLink({ path: path.join(os.tmpdir(), 'benchloop-nobody-listens') });
    expect(nobody).toMatchObject({ ok: false, error: { code: 'PORT_NOT_FOUND' } });
  });
});

describe('a link over a serial port (a pseudo-terminal)', () => {
  linkContract(async () => {
    const { link: opened, wire, socat, tty } = await pseudoTerminal();
    return {
      ...wire,
      ...opened,
      async unplug() {
        socat.kill('SIGKILL');
        await socat.ended;
      },
      async dispose() {
        socat.kill('SIGTERM');
        await socat.ended;
        await wire.dispose();
        expect(existsSync(tty)).toBe(false);
      },
    };
  });

  it('has no lines, and says so instead of failing', async () => {
    const { link, wire, socat } = await pseudoTerminal();
    expect(await link.link.setLines({ dtr: true, rts: false })).toBe(false);
    await link.link.close();
    socat.kill('SIGTERM');
    await socat.ended;
    await wire.dispose();
  });

  it('names who holds a port that is busy', async () => {
    const { link, wire, socat, tty } = await pseudoTerminal();
    const second = await openSerialLink(tty);
    expect(second).toMatchObject({ ok: false, error: { code: 'PORT_BUSY', where: tty } });
    expect(!second.ok && second.error.message).toContain(`process ${process.pid}`);
    await link.link.close();
    socat.kill('SIGTERM');
    await socat.ended;
    await wire.dispose();
  });

  it('says that there is no such port', async () => {
    const missing = await openSerialLink('/dev/ttyUSB-none');
    expect(missing).toMatchObject({ ok: false, error: { code: 'PORT_NOT_FOUND' } });
  });
});

/** The device's end: a listener on a Unix socket that takes one connection. */
async function listen() {
  const dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-link-'));
  const socketPath = path.join(dir, 'wire');
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(socketPath, resolve));
  const accepted = once(server, 'connection').then(([socket]: net.Socket[]) => {
    if (socket === undefined) throw new Error('no socket');
    return socket;
  });
  const got: Buffer[] = [];
  const total = () => got.reduce((sum, { length }) => sum + length, 0);
  return {
    dir,
    socketPath,
    async connect<T extends Result<LinkUnderTest['link']>>(open: () => Promise<T>) {
      const [opened, socket] = await Promise.all([open(), accepted]);
      if (!opened.ok) throw new Error(inEnglish(opened.error.message));
      socket.on('data', (bytes) => got.push(bytes));
      return { link: opened.value };
    },
    async send(bytes: Uint8Array) {
      const socket = await accepted;
      await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
    },
    async received(count: number) {
      while (total() < count) await delay(5);
      return Buffer.concat(got);
    },
    async unplug() {
      (await accepted).destroy();
    },
    async dispose() {
      server.close();
      (await accepted).destroy();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** A serial port whose wire is the socket: socat makes the pseudo-terminal. */
async function pseudoTerminal() {
  const wire = await listen();
  const tty = path.join(wire.dir, 'tty');
  const child = await startSocat([`PTY,link=${tty},rawer`, `UNIX-CONNECT:${wire.socketPath}`]);
  const ended = once(child, 'exit');
  const socat = { kill: (signal: NodeJS.Signals) => child.kill(signal), ended };
  const link = await wire.connect(() => openSerialLink(tty));
  return { link, wire, socat, tty };
}
