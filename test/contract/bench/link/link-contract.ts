import { expect, it, onTestFinished } from 'vitest';
import { type Link, LinkLost } from '../../../../electron/bench/link/link.js';

/** A link, and the other end of its wire. */
export interface LinkUnderTest {
  link: Link;
  /** What the device sends. */
  send(bytes: Uint8Array): Promise<void>;
  /** Resolves once the device has received so many bytes, with all that it received. */
  received(count: number): Promise<Uint8Array>;
  /** The device is gone, without a farewell. */
  unplug(): Promise<void>;
  /** Ends whatever `open` started; the link is closed by then. */
  dispose(): Promise<void>;
}

/** Every obligation of `Link`, for one implementation; called inside a `describe`. */
export function linkContract(open: () => Promise<LinkUnderTest>): void {
  const opened = async () => {
    const under = await open();
    onTestFinished(async () => {
      await under.link.close();
      await under.dispose();
    });
    return under;
  };

  it('carries every byte value both ways, in order', async () => {
    const { link, send, received } = await opened();
    const bytes = Uint8Array.from({ length: 4096 }, (_, i) => (i ^ (i >> 8)) & 0xff);
    await link.write(bytes);
    await link.drain();
    expect(same(await received(bytes.length), bytes)).toBe(true);
    const [back] = await Promise.all([exactly(link, bytes.length), send(bytes)]);
    expect(same(back, bytes)).toBe(true);
  });

  it('gives at most as many bytes as asked for, and keeps the rest', async () => {
    const { link, send } = await opened();
    await send(Buffer.from('abcdef'));
    const first = await link.read(2, 60_000);
    expect(Buffer.from(first ?? []).toString()).toBe('ab');
    expect(Buffer.from(await exactly(link, 4)).toString()).toBe('cdef');
  });

  it('gives null where nothing comes in time, and loses nothing that comes later', async () => {
    const { link, send } = await opened();
    expect(await link.read(10, 20)).toBeNull();
    expect(await link.read(10, 0)).toBeNull();
    await send(Buffer.from('late'));
    expect(Buffer.from(await exactly(link, 4)).toString()).toBe('late');
  });

  it('gives what was put back before what came after it', async () => {
    const { link, send } = await opened();
    await send(Buffer.from('12345'));
    const first = await exactly(link, 3);
    link.unread(first.subarray(1));
    expect(Buffer.from(await exactly(link, 4)).toString()).toBe('2345');
  });

  it('drops what has arrived when told to, and nothing that arrives afterwards', async () => {
    const { link, send } = await opened();
    await send(Buffer.from('old'));
    link.unread(await exactly(link, 3));
    await link.discard();
    await send(Buffer.from('new'));
    expect(Buffer.from(await exactly(link, 3)).toString()).toBe('new');
  });

  it('takes settings, and says whether it has lines', async () => {
    const { link, send } = await opened();
    await link.configure({ baud: 57600 });
    expect(typeof (await link.setLines({ dtr: false }))).toBe('boolean');
    await send(Buffer.from('x'));
    expect(await link.read(1, 60_000)).toEqual(Buffer.from('x'));
  });

  it('ends a pending read at an unplug, long before its own time is over, and every later call', async () => {
    const { link, unplug } = await opened();
    const pending = link.read(1, 1_000_000).catch((error: unknown) => error);
    await unplug();
    expect(await pending).toBeInstanceOf(LinkLost);
    await expect(link.read(1, 60_000)).rejects.toBeInstanceOf(LinkLost);
    await expect(link.write(Uint8Array.of(1))).rejects.toBeInstanceOf(LinkLost);
    await expect(link.discard()).rejects.toBeInstanceOf(LinkLost);
  });

  it('gives what arrived before the unplug first', async () => {
    const { link, send, unplug } = await opened();
    await send(Buffer.from('last words'));
    link.unread(await exactly(link, 10));
    await unplug();
    expect(Buffer.from(await exactly(link, 10)).toString()).toBe('last words');
    await expect(link.read(1, 60_000)).rejects.toBeInstanceOf(LinkLost);
  });

  it('ends a pending read when it is closed, and may be closed twice', async () => {
    const { link } = await opened();
    const pending = link.read(1, 60_000).catch((error: unknown) => error);
    await link.close();
    expect(await pending).toBeInstanceOf(LinkLost);
    await link.close();
  });
}

/** Reads until so many bytes are there. */
async function exactly(link: Link, size: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  for (let left = size; left > 0; ) {
    const bytes = await link.read(left, 60_000);
    if (bytes === null) throw new Error(`${left} of ${size} bytes did not come`);
    parts.push(bytes);
    left -= bytes.length;
  }
  return Buffer.concat(parts);
}

const same = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0;
