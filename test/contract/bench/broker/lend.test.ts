import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { LentPort } from '../../../../electron/bench/broker/port-client.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { until } from '../../../fixtures/until.js';
import { attach, type Ear, feed, openScene, type Scene } from './scene.js';

let scene: Scene;
afterEach(() => scene.close());

/** Whether another program can have the port for itself, as a vendor's flasher wants it. */
const isFree = (): boolean => spawnSync('flock', ['-n', scene.device, 'true']).status === 0;

async function lend({ client }: Ear): Promise<LentPort> {
  const lent = await client.lend();
  if (!lent.ok) throw new Error(inEnglish(lent.error.message));
  return lent.value;
}

describe.runIf(process.platform === 'linux')('a port that is lent to another program', () => {
  it('is closed though others show it, and all of them hear what comes after it', async () => {
    scene = await openScene();
    const [console, test] = [await attach(scene), await attach(scene)];
    await feed(scene, 'before\n');
    await until(() => console.text() === 'before\n');
    expect(isFree()).toBe(false);
    const lent = await lend(test);
    expect(isFree()).toBe(true);
    expect(await lent.takeBack()).toEqual({ ok: true, value: undefined });
    expect(isFree()).toBe(false);
    await feed(scene, 'after\n');
    await lent.end();
    await until(() => console.text() === 'before\nafter\n' && test.text() === 'before\nafter\n');
    expect(console.marks()).toEqual(['wire', 'console']);
  });

  it('is nobody else’s to write to meanwhile, nor to lend', async () => {
    scene = await openScene();
    const [console, test] = [await attach(scene), await attach(scene)];
    const lent = await lend(test);
    expect(await console.client.write(Buffer.from('x'))).toMatchObject({ error: { code: 'PORT_BUSY' } });
    expect(await console.client.lend()).toMatchObject({ error: { code: 'PORT_BUSY' } });
    await lent.takeBack();
    await lent.end();
    expect(await console.client.write(Buffer.from('x'))).toMatchObject({ ok: true });
  });

  it('can be taken back later where the other program still has it', async () => {
    scene = await openScene();
    const test = await attach(scene);
    const lent = await lend(test);
    const vendor = openSync(scene.device, 'r+');
    const lock = spawnSync('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', vendor] });
    expect(lock.status).toBe(0);
    expect(await lent.takeBack()).toMatchObject({ error: { code: 'PORT_BUSY' } });
    closeSync(vendor);
    expect(await lent.takeBack()).toMatchObject({ ok: true });
    await lent.end();
  });

  it('is opened again when it is free, where the one that lent it died', async () => {
    scene = await openScene();
    const [console, test] = [await attach(scene), await attach(scene)];
    await lend(test);
    const vendor = openSync(scene.device, 'r+');
    test.client.close();
    await until(() => console.marks().includes('console'));
    expect(await console.client.state()).toMatchObject({ value: { present: false } });
    closeSync(vendor);
    await until(() => console.marks().at(-1) === 'back');
    expect(execFileSync('stty', ['-F', scene.device, 'speed']).toString().trim()).toBe('115200');
    await feed(scene, 'again\n');
    await until(() => console.text() === 'again\n');
  });
});
