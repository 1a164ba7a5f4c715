import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { openDevice } from '../../../../electron/bench/broker/device.js';
import { DEFAULT_SETTINGS } from '../../../../electron/bench/link/link.js';
import { done } from '../../../fixtures/flashing.js';
import { until } from '../../../fixtures/until.js';
import { feed, openScene, type Scene } from './scene.js';

let scene: Scene;
afterEach(() => scene.close());

async function openEnd() {
  scene = await openScene();
  let heard = '';
  const device = done(
    await openDevice(scene.device, DEFAULT_SETTINGS, {
      onBytes: (bytes) => {
        heard += bytes.toString();
      },
      onLost: () => undefined,
    }),
  );
  return { device, heard: () => heard };
}

const { baud: _, ...FRAMING } = DEFAULT_SETTINGS;

describe.runIf(process.platform === 'linux')('the framing of an open port', () => {
  it('is changed without closing it, and nothing that has arrived is lost', async () => {
    const { device, heard } = await openEnd();
    await feed(scene, 'a');
    await until(() => heard() === 'a');
    device.pause();
    await feed(scene, 'early log');
    expect(await device.setFraming({ ...FRAMING, stopBits: 2, flow: 'xonxoff' })).toBe(true);
    const words = execFileSync('stty', ['-F', scene.device, '-a']).toString();
    expect(words).toMatch(/ cstopb.* ixon/s);
    device.resume();
    await until(() => heard() === 'aearly log');
    await device.close();
  });

  it('is said to be refused where the driver has no such framing (a pseudo-terminal has no parity)', async () => {
    const { device } = await openEnd();
    expect(await device.setFraming({ ...FRAMING, parity: 'even' })).toBe(false);
    await device.close();
  });
});
