import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Result } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import type { Region, Segment } from '../../image/image.js';
import type { Link } from '../../link/link.js';
import { openForEntry } from '../enter-bootloader.js';
import { bordered } from '../fault.js';
import type { Flasher, FlashOptions, FlashProgress } from '../flasher.js';
import type { FlasherAccess } from '../flasher-access.js';
import { pagesAtOnce } from '../in-turn.js';
import { pagesOf } from '../pages.js';
import { compare, readBatches, untouched, writeBatches } from '../programming.js';
import { erase, readProtected, refuseErase, writeBlocks } from './memory.js';
import { planErase } from './pages.js';
import { BLOCK_BYTES, COMMAND, getId, go, Nack, readMemory, WORD_BYTES } from './protocol.js';
import { synchronise } from './sync.js';

interface Session {
  link: Link;
  product: number;
  extended: boolean;
}

/**
 * The UART bootloader in the system memory of STM32 (AN3155). What was written is read back; where the chip's read-out
 * protection refuses that, `verifies` becomes `echo`: each block was acknowledged, with its checksum, after it was
 * programmed.
 */
export function createAn3155(settings: FlashSettingsOf<'an3155'>, access: FlasherAccess): Flasher {
  let link: Link | undefined;
  let session: Session | undefined;
  let written: readonly Segment[] = [];
  /** Where the program lies that is started: what was written or compared last. */
  let proven: readonly Segment[] = [];
  let verifies: Flasher['verifies'] = 'read-back';
  const connected = (): Session => {
    if (session === undefined) throw new Error('connect comes first');
    return session;
  };
  return {
    protocol: 'an3155',
    get verifies() {
      return verifies;
    },
    async connect(options) {
      const deadline = Date.now() + settings.connectSec * 1000;
      const { baud, parity } = settings;
      const opened = await openForEntry(access, settings.entry, { baud, parity }, deadline);
      if (!opened.ok) return opened;
      const open = opened.value;
      link = open;
      return bordered('TEST_ENV_FAILURE', open, async () => {
        const synced = await synchronise(open, settings.entry, deadline, options.signal);
        if (!synced.ok) return synced;
        const { version, codes } = synced.value;
        const product = await getId(open);
        session = { link: open, product, extended: codes.has(COMMAND.extendedErase) };
        const loader = `STM32 bootloader, AN3155 ${version >> 4}.${version & 0xf}`;
        return ok({ chip: `0x${product.toString(16)}`, serial: null, loader });
      });
    },
    read(region, options) {
      const { link } = connected();
      return bordered('TEST_ENV_FAILURE', link, async () =>
        (await isReadable(link, region.start))
          ? readRange(link, region, { ...options, phase: 'dump' })
          : fail(readProtected(link, region.start)),
      );
    },
    async write(segments, options) {
      const { link, product, extended } = connected();
      const plan = planErase(product, segments, settings.regions);
      if (!plan.ok) return fail(untouched({ where: link.name, ...plan.error }));
      const how = { plan: plan.value, all: options.eraseAll, extended };
      const refusal = refuseErase(how);
      if (refusal !== null) return fail(untouched({ where: link.name, ...refusal }));
      const erased = await erase(link, how, options);
      if (!erased.ok) return erased;
      const blocks = pagesOf(segments, Math.min(BLOCK_BYTES, plan.value.smallest));
      const result = await writeBatches(
        link,
        blocks,
        { ...options, atOnce: pagesAtOnce(link) },
        (some, wrote) => writeBlocks(link, some, wrote),
      );
      if (result.ok) written = proven = segments;
      return result;
    },
    verify(segments, options) {
      const { link } = connected();
      const start = segments[0]?.address ?? 0;
      return bordered('VERIFY_FAILURE', link, async () => {
        if (await isReadable(link, start)) {
          proven = segments;
          return compare(link, segments, options, (range, how) => readRange(link, range, how));
        }
        if (!isDeepStrictEqual(written, segments))
          return fail({ ...readProtected(link, start), code: 'VERIFY_FAILURE' });
        verifies = 'echo';
        return ok(undefined);
      });
    },
    async start(options) {
      const { link } = connected();
      const address = settings.startAt ?? proven[0]?.address ?? settings.regions[0]?.start ?? 0x0800_0000;
      options.onProgress({ phase: 'start', done: 0, total: 0 });
      return bordered('TEST_ENV_FAILURE', link, async () => ok(await go(link, address)));
    },
    async close() {
      await link?.close();
      link = undefined;
      session = undefined;
    },
  };
}

const readRange = (
  link: Link,
  range: Pick<Region, 'start' | 'size'>,
  options: FlashOptions & Pick<FlashProgress, 'phase'>,
): Promise<Result<Uint8Array>> =>
  readBatches(link, range, { ...options, blockBytes: BLOCK_BYTES, atOnce: pagesAtOnce(link) }, (some, got) =>
    readMemory(link, some, got),
  );

/** Protected memory refuses the command itself, not its address (AN3155, 3.4). @throws ProtocolFault, LinkLost */
async function isReadable(link: Link, address: number): Promise<boolean> {
  try {
    await readMemory(link, [{ address, size: WORD_BYTES }], () => undefined);
    return true;
  } catch (error) {
    if (error instanceof Nack && error.step === 'command') return false;
    throw error;
  }
}
