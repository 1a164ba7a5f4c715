import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ask } from '../../../../../electron/bench/bmc/redfish/request.js';
import { inEnglish } from '../../../../../shared/texts/words.js';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

let server: Server;
let reached: Promise<void>;
beforeEach(async () => {
  server = createServer();
  reached = new Promise((resolve) => server.once('request', () => resolve()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const place = () => ({
  ...{ id: 'rack', host: '127.0.0.1' },
  redfish: {
    scheme: 'http' as const,
    port: (server.address() as AddressInfo).port,
    auth: 'session' as const,
  },
});

describe('a controller that takes a request and never answers', () => {
  it('is left at its limit, also where memory is collected meanwhile', async () => {
    const asked = ask(place(), { method: 'GET', path: '/redfish/v1' }, new AbortController().signal);
    await reached;
    collect();
    await vi.advanceTimersByTimeAsync(30_000);
    const said = await asked;
    expect(said.ok ? '' : inEnglish(said.error.message)).toContain('the controller does not answer');
  });

  it('is left at once where the work is given up', async () => {
    const work = new AbortController();
    const asked = ask(place(), { method: 'GET', path: '/redfish/v1' }, work.signal);
    await reached;
    work.abort();
    expect((await asked).ok).toBe(false);
  });
});
