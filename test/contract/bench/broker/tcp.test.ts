import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveRtt } from '../../../../electron/bench/board/rtt-server.js';
import { attachPort, type PortClient } from '../../../../electron/bench/broker/port-client.js';
import { DEFAULT_SETTINGS } from '../../../../electron/bench/link/link.js';
import { openSocketLink } from '../../../../electron/bench/link/socket-link.js';
import { tcpPath } from '../../../../electron/bench/link/tcp-path.js';
import { RttSchema } from '../../../../shared/profile/board.js';
import { realExec } from '../../../fixtures/exec.js';
import { done } from '../../../fixtures/flashing.js';
import { freePort } from '../../../fixtures/free-port.js';
import { startSocat } from '../../../fixtures/serial/socat.js';
import { until } from '../../../fixtures/until.js';

describe('a TCP stream as a port, served by socat', () => {
  it('is captured and written to, and comes back when it is served again', async () => {
    const port = await freePort();
    const first = await listen(port, 'EXEC:cat');
    const marks: string[] = [];
    const client = done(await attach(port, (kind) => marks.push(kind)));
    let heard = '';
    done(
      await client.listen(({ bytes }) => {
        heard += Buffer.from(bytes).toString('latin1');
      }),
    );
    await echo(client, 'hello\n');
    await until(() => heard.includes('hello'));
    await first.end();
    await until(() => marks.includes('lost'));
    await listen(port, 'EXEC:cat');
    await until(() => marks.includes('back'));
    await echo(client, 'again\n');
    await until(() => heard.includes('again'));
  });

  it('is heard from its opening where that is wished, though whoever listens comes late', async () => {
    const port = await freePort();
    await listen(port, 'SYSTEM:echo early; cat');
    const client = done(await attach(port, () => {}));
    await until(async () => done(await client.state()).total === client.opened.since + 'early\n'.length);
    let heard = '';
    done(
      await client.listen(({ bytes }) => {
        heard += Buffer.from(bytes).toString('latin1');
      }, client.opened.since),
    );
    await until(() => heard === 'early\n');
    await echo(client, 'late\n');
    await until(() => heard === 'early\nlate\n');
  });

  it('that nobody serves is no port', async () => {
    const refused = await attach(await freePort(), () => {});
    expect(refused).toMatchObject({ ok: false, error: { code: 'PORT_NOT_FOUND' } });
  });
});

describe('a tool that serves RTT', () => {
  it('is started, read from, and ended with the session', async () => {
    const port = await freePort();
    const stop = new AbortController();
    const server = ['socat', `TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr,fork`, 'EXEC:echo 1 Tests'];
    const link = done(await serve({ server, port, connectSec: 60 }, stop.signal));
    expect(Buffer.from((await link.read(100, 120_000)) ?? []).toString()).toBe('1 Tests\n');
    await link.close();
    stop.abort();
    for (;;) {
      const again = await openSocketLink({ host: '127.0.0.1', port });
      if (!again.ok) break;
      await again.value.close();
      await delay(50);
    }
  });

  it.each([
    ['that is not there', ['no-such-rtt-server'], 'not installed'],
    ['that finds no configuration (OpenOCD)', ['openocd', '-f', 'board/no-such.cfg'], 'configuration'],
  ])('%s is no console', async (_, server, words) => {
    const served = await serve({ server, port: await freePort(), connectSec: 60 });
    expect(served).toMatchObject({
      ok: false,
      error: { code: 'TEST_ENV_FAILURE', message: expect.stringContaining(words) },
    });
  });

  it('that does not serve in time is said so', async () => {
    const served = await serve({ port: await freePort(), connectSec: 0.2 });
    expect(served).toMatchObject({ ok: false, error: { message: expect.stringContaining('nobody serves') } });
  });
});

let dir: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(os.tmpdir(), 'benchloop-tcp-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

async function serve(settings: object, stop = new AbortController().signal) {
  const rtt = RttSchema.parse(settings);
  const open = () => openSocketLink({ host: rtt.host, port: rtt.port });
  return serveRtt(rtt, { serial: undefined, open, stop, tools: { exec: await realExec(), home: dir } });
}

async function attach(port: number, onMark: (kind: string) => void) {
  const attached = await attachPort(
    {
      ...{ path: tcpPath('127.0.0.1', port), settings: DEFAULT_SETTINGS, lines: {}, role: 'session' },
      ...{ captureDir: path.join(dir, `capture-${port}`), capBytes: 1 << 30, segmentBytes: 8 << 20 },
    },
    { who: 'a test', brokerFile: path.resolve('dist', 'broker.js') },
    { onMark: ({ kind }) => onMark(kind), onTapFailed: () => {}, onGone: () => {} },
  );
  if (attached.ok) onTestFinished(() => attached.value.close());
  return attached;
}

const echo = (client: PortClient, text: string) => client.write(Buffer.from(text));

async function listen(port: number, peer: string) {
  const child = await startSocat([`TCP-LISTEN:${port},bind=127.0.0.1,reuseaddr`, peer]);
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill();
    await once(child, 'exit');
  };
  onTestFinished(end);
  return { end };
}
