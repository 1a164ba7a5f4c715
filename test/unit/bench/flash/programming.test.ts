import { describe, expect, it } from 'vitest';
import type { FlashOptions } from '../../../../electron/bench/flash/flasher.js';
import { writePages } from '../../../../electron/bench/flash/programming.js';
import { LinkLost } from '../../../../electron/bench/link/link.js';

const LINK = { name: 'PORT' };
const PAGES = [0, 128].map((address) => ({ address, bytes: new Uint8Array(128) }));
const options = (signal = new AbortController().signal): FlashOptions => ({
  onProgress: () => undefined,
  signal,
});

/** The port goes away at this page. */
const cutAt = (index: number) =>
  writePages(LINK, PAGES, options(), async ({ address }) => {
    if (address === PAGES[index]?.address) throw new LinkLost('PORT', 'the port is gone');
  });

describe('a write that fails', () => {
  it('leaves a part of the image where pages were written', async () => {
    expect(await cutAt(1)).toMatchObject({
      ok: false,
      error: { message: 'page 0x0080: the port is gone; 128 of 256 bytes were written', left: 'part' },
    });
  });

  it('leaves none of it where no page was', async () => {
    expect(await cutAt(0)).toMatchObject({
      ok: false,
      error: { message: 'page 0x0000: the port is gone; 0 of 256 bytes were written', left: 'erased' },
    });
  });

  it('leaves none of it where it was stopped before the first page', async () => {
    const stopped = await writePages(LINK, PAGES, options(AbortSignal.abort()), async () => undefined);
    expect(stopped).toMatchObject({ ok: false, error: { left: 'erased' } });
  });
});
