import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { readClaim } from '../../../../electron/bench/broker/claim.js';
import { FRAME, frameParts } from '../../../../electron/bench/broker/frames.js';
import { brokerPlace } from '../../../../electron/bench/broker/place.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { brokerRuns } from '../../../fixtures/serial/broker-runs.js';
import { until } from '../../../fixtures/until.js';
import { attach, feed, openScene, type Scene } from './scene.js';

let scene: Scene;
afterEach(() => scene.close());

describe('the broker of a port', () => {
  it('gives two clients the same bytes, and each its own place', async () => {
    scene = await openScene();
    const [one, two] = [await attach(scene), await attach(scene)];
    await feed(scene, 'hello\n');
    await until(() => one.text() === 'hello\n' && two.text() === 'hello\n');
    expect(one.client.opened.pid).toBe(two.client.opened.pid);
  });

  it('refuses a second client that wants another speed, and says which one holds', async () => {
    scene = await openScene();
    await attach(scene);
    const second = await scene.attach({ baud: 9600 });
    expect(second).toMatchObject({ ok: false, error: { code: 'PORT_BUSY' } });
  });

  it('ends with its last client, and frees the port', async () => {
    scene = await openScene();
    const one = await attach(scene);
    const { pid } = one.client.opened;
    one.client.close();
    await until(() => !brokerRuns(pid));
    const again = await attach(scene);
    expect(again.client.opened.pid).not.toBe(pid);
  });

  it('is followed by another one for who comes while it ends', { tags: 'full' }, async () => {
    scene = await openScene();
    for (let ms = 0; ms < 20; ms += 3) {
      const { client } = await attach(scene);
      client.close();
      await delay(ms);
    }
  });

  it('says that a port is not there', async () => {
    scene = await openScene();
    rmSync(scene.device);
    const refused = await scene.attach({});
    expect(refused).toMatchObject({ ok: false, error: { code: 'PORT_NOT_FOUND' } });
  });

  it('leaves nobody behind when its only client is killed', async () => {
    scene = await openScene();
    const child = spawn(
      process.execPath,
      [
        scene.cli,
        'console',
        '--port',
        scene.device,
        '--baud',
        '115200',
        '--json',
        '--log',
        scene.file('log'),
      ],
      { env: { ...process.env, BENCHLOOP_HOME: scene.file('home') }, stdio: 'ignore' },
    );
    await until(() => existsSync(scene.file('log')));
    const spy = await attach(scene);
    const { pid } = spy.client.opened;
    spy.client.close();
    child.kill('SIGKILL');
    await once(child, 'exit');
    await until(() => !brokerRuns(pid));
  });

  it('is replaced after it was killed: clients hear it, the next one starts another', async () => {
    scene = await openScene();
    const one = await attach(scene);
    process.kill(one.client.opened.pid, 'SIGKILL');
    await until(() => one.gone());
    const again = await attach(scene);
    await feed(scene, 'after\n');
    await until(() => again.text() === 'after\n');
  });

  it('tells of a device that goes away and comes back, and goes on', async () => {
    scene = await openScene();
    const one = await attach(scene);
    await scene.unplug();
    await until(() => one.marks().includes('lost'));
    expect(await one.client.write(Buffer.from('x'))).toMatchObject({
      ok: false,
      error: { code: 'PORT_LOST' },
    });
    await scene.plug();
    await until(() => one.marks().includes('back'));
    await feed(scene, 'again\n');
    await until(() => one.text() === 'again\n');
  });

  it('keeps capturing while a client does not read, and gives it the rest from the capture', {
    tags: 'full',
  }, async () => {
    scene = await openScene();
    let go = (): void => {};
    const stalled = new Promise<void>((resolve) => {
      go = resolve;
    });
    const slow = await attach(scene, { dealt: () => stalled });
    const log = await slow.client.tap(scene.file('log'), 'new');
    expect(log.ok).toBe(true);
    const sent = await scene.flood(24 * 1024 * 1024);
    // the last of it is still on its way through the cable
    await until(() => statSync(scene.file('log')).size >= sent.length);
    await slow.client.untap();
    expect(readFileSync(scene.file('log')).equals(sent)).toBe(true);
    go();
    await until(() => slow.bytes().length >= sent.length);
    expect(slow.bytes().equals(sent)).toBe(true);
  });
});

describe('a client of another version', () => {
  it('is told so, whatever else it says or leaves out', async () => {
    scene = await openScene();
    await attach(scene);
    const place = brokerPlace(scene.device);
    const claim = place.ok ? readClaim(place.value.claim) : null;
    const socket = connect(claim?.address ?? '');
    onTestFinished(() => void socket.destroy());
    const hello = { do: 'hello', id: 1, version: 1, token: claim?.token, who: 'an older program', new: true };
    for (const part of frameParts(FRAME.control, Buffer.from(JSON.stringify(hello)))) socket.write(part);
    const said: Buffer[] = [];
    socket.on('data', (bytes) => said.push(bytes));
    await once(socket, 'end');
    expect(Buffer.concat(said).toString()).toContain('VERSION_MISMATCH');
  });
});

describe('the wire', () => {
  it('pauses the console, and what the holder puts back or never read is console again', async () => {
    scene = await openScene();
    const watcher = await attach(scene);
    const flasher = await attach(scene);
    const taken = await flasher.client.take();
    if (!taken.ok) throw new Error(inEnglish(taken.error.message));
    const link = taken.value;
    await feed(scene, 'sync');
    expect(Buffer.from((await link.read(4, 60_000)) ?? []).toString()).toBe('sync');
    await feed(scene, 'ok!boot log\n');
    await until(async () => {
      const more = await link.read(64, 100);
      if (more) link.unread(more);
      return more?.length === 12;
    });
    expect(Buffer.from((await link.read(3, 60_000)) ?? []).toString()).toBe('ok!');
    expect(watcher.text()).toBe('');
    await link.close();
    await feed(scene, 'later\n');
    await until(() => watcher.text() === 'boot log\nlater\n');
    expect(watcher.marks()).toEqual(expect.arrayContaining(['wire', 'console']));
  });

  it('has one holder; others may not send meanwhile', async () => {
    scene = await openScene();
    const one = await attach(scene);
    const two = await attach(scene);
    const taken = await one.client.take();
    expect(taken.ok).toBe(true);
    expect(await two.client.take()).toMatchObject({ ok: false, error: { code: 'PORT_BUSY' } });
    expect(await two.client.write(Buffer.from('x'))).toMatchObject({
      ok: false,
      error: { code: 'PORT_BUSY' },
    });
  });

  it('comes back from a holder that is gone, with all that it had not read', async () => {
    scene = await openScene();
    const watcher = await attach(scene);
    const flasher = await attach(scene);
    const taken = await flasher.client.take();
    expect(taken.ok).toBe(true);
    await feed(scene, 'unread\n');
    await delay(50);
    flasher.client.close();
    await until(() => watcher.text() === 'unread\n');
    expect(watcher.marks()).toContain('console');
  });

  it('fails a pending read when the device goes away', async () => {
    scene = await openScene();
    const flasher = await attach(scene);
    const taken = await flasher.client.take();
    if (!taken.ok) throw new Error(inEnglish(taken.error.message));
    const failing = expect(taken.value.read(1, 1_000_000)).rejects.toMatchObject({ name: 'LinkLost' });
    await scene.unplug();
    await failing;
  });
});
