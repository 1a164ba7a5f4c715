import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { ok, type Result } from '../../../shared/problem.js';
import type { Claim } from './claim.js';
import { type ClaimedName, claimName } from './claimed-name.js';
import { type Hub, openHub } from './hub.js';
import type { Place } from './place.js';
import type { SharedPort } from './requests.js';
import { serveClient } from './session.js';

/** A broker whom nobody wants after this time ends. */
const FIRST_CLIENT_MS = 10_000;

/**
 * Brokers one port until its last client has left, then frees it. Resolves when all is closed.
 *
 * @returns false where another broker has the port already
 */
export async function brokerPort(port: string, place: Place): Promise<boolean> {
  const claim: Claim = { address: place.address(), token: randomBytes(24).toString('hex'), pid: process.pid };
  let name: ClaimedName | null = null;
  const shared = sharePort(() => name);
  let clients = 0;
  let ending = false;
  let over = (): void => {};
  const ended = new Promise<void>((resolve) => {
    over = () => {
      ending = true;
      resolve();
    };
  });
  const nobody = setTimeout(() => over(), FIRST_CLIENT_MS);
  const server = createServer((socket) => {
    clearTimeout(nobody);
    // who comes now is hung up on before it is greeted, and so comes again, to the next broker
    if (ending) return void socket.destroy();
    clients += 1;
    serveClient(socket, claim.token, shared, () => {
      clients -= 1;
      if (clients === 0) over();
    });
  });
  await listen(server, claim.address);
  name = claimName(port, place, claim);
  if (name === null) {
    clearTimeout(nobody);
    server.close();
    return false;
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, over);
  await ended;
  // The port is free before anybody can start another broker for it.
  await shared.close();
  name.withdraw();
  server.close();
  if (process.platform !== 'win32') rmSync(claim.address, { force: true });
  return true;
}

function listen(server: Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => resolve());
  });
}

function sharePort(name: () => ClaimedName | null): SharedPort & { close: () => Promise<void> } {
  let opening: Promise<Result<Hub>> | null = null;
  let hub: Hub | null = null;
  return {
    hub: () => hub,
    answersTo: async (port) => {
      await hub?.port.lookNow();
      return name()?.is(port) ?? false;
    },
    open: async (request) => {
      if (hub) return ok(hub);
      if (opening) return opening;
      opening = openHub(request, {
        isAt: (path) => name()?.isAt(path),
        isAway: () => name()?.isAway(),
      });
      const opened = await opening;
      opening = null;
      if (opened.ok) hub = opened.value;
      return opened;
    },
    close: async () => {
      await opening;
      await hub?.close();
    },
  };
}
