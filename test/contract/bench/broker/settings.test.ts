import { execFileSync } from 'node:child_process';
import { afterEach, describe, expect, it } from 'vitest';
import { inEnglish } from '../../../../shared/texts/words.js';
import { until } from '../../../fixtures/until.js';
import { attach, type Ear, feed, openScene, type Scene } from './scene.js';

let scene: Scene;
afterEach(() => scene.close());

/** As stty reads it from the device. */
const speed = (): string => execFileSync('stty', ['-F', scene.device, 'speed']).toString().trim();

async function session(settings: { baud: number }): Promise<Ear> {
  return attach(scene, { settings, role: 'session' });
}

const told = (ear: Ear): string[] => ear.marks().filter((kind) => kind === 'settings');

describe.runIf(process.platform === 'linux')('a session on the port of a console', () => {
  it('has its own speed while it lasts; all hear it, and the console has its speed back', async () => {
    scene = await openScene();
    const console = await attach(scene);
    const test = await session({ baud: 9600 });
    expect(speed()).toBe('9600');
    await feed(scene, 'test\n');
    await until(() => console.text() === 'test\n' && test.text() === 'test\n');
    expect(told(console)).toHaveLength(1);
    test.client.close();
    await until(() => speed() === '115200' && told(console).length === 2);
    await feed(scene, 'after\n');
    await until(() => console.text() === 'test\nafter\n');
    expect(console.marks()).not.toContain('lost');
  });

  it('changes nothing, and tells nothing, where it has the same speed', async () => {
    scene = await openScene();
    const console = await attach(scene);
    const test = await session({ baud: 115200 });
    test.client.close();
    await feed(scene, 'x');
    await until(() => console.text() === 'x');
    expect(told(console)).toEqual([]);
  });

  it('lets a console come with another speed, which applies when the session is over', async () => {
    scene = await openScene();
    const test = await session({ baud: 9600 });
    const console = await attach(scene);
    expect(speed()).toBe('9600');
    expect(await scene.attach({ baud: 57600 })).toMatchObject({ ok: false, error: { code: 'PORT_BUSY' } });
    test.client.close();
    await until(() => speed() === '115200' && told(console).length === 1);
  });

  it('refuses a second session that wants another speed', async () => {
    scene = await openScene();
    await session({ baud: 9600 });
    const second = await scene.attach({ baud: 57600 }, { role: 'session' });
    expect(second).toMatchObject({ ok: false, error: { code: 'PORT_BUSY' } });
  });

  it('leaves no speed of a flasher behind, whether it gives the wire back or dies', async () => {
    scene = await openScene();
    const console = await attach(scene);
    const test = await session({ baud: 9600 });
    const flash = async (baud: number) => {
      const taken = await test.client.take();
      if (!taken.ok) throw new Error(inEnglish(taken.error.message));
      await taken.value.configure({ baud });
      expect(speed()).toBe(String(baud));
      return taken.value;
    };
    const link = await flash(1200);
    await link.close();
    expect(speed()).toBe('9600');
    await flash(1200);
    test.client.close();
    await until(() => speed() === '115200' && console.marks().at(-1) === 'settings');
    expect(console.marks()).toEqual(['settings', 'wire', 'console', 'wire', 'console', 'settings']);
  });

  it('does not touch the speed of a flasher that has the wire, by whoever comes or goes', async () => {
    scene = await openScene();
    const flasher = await attach(scene, { settings: { baud: 115200 }, role: 'session' });
    const taken = await flasher.client.take();
    if (!taken.ok) throw new Error(inEnglish(taken.error.message));
    await taken.value.configure({ baud: 1200 });
    const console = await attach(scene, { settings: { baud: 9600 } });
    console.client.close();
    const other = await attach(scene, { settings: { baud: 57600 } });
    expect(speed()).toBe('1200');
    flasher.client.close();
    await until(() => speed() === '57600' && told(other).length === 1);
  });
});
