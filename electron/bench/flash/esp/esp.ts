import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Problem } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import type { Link } from '../../link/link.js';
import { compareSums, type SumCheck } from '../compare-sums.js';
import { bordered } from '../fault.js';
import type { Flasher } from '../flasher.js';
import type { FlasherAccess } from '../flasher-access.js';
import { untouched, writePages } from '../programming.js';
import { detectChip, type EspChip, macAddress } from './chips.js';
import { attachFlash, flashMd5, runProgram, wireBlocks, writeWireBlock } from './flash.js';
import { command, OP, words } from './protocol.js';
import { resetByLines, synchronise } from './sync.js';

type Settings = FlashSettingsOf<'esp'>;

/** The ROM measures the speed of its first bytes, or begins with this one. */
const FIRST_BAUD = 115_200;
const SETTLE_MS = 50;

/**
 * The loader in the ROM of ESP32 chips (Espressif, "Serial Protocol"), without the stub that esptool loads into RAM: images
 * go compressed, the chip's own MD5 verifies them, its flash cannot be read. Addresses are offsets in the flash.
 */
export function createEsp(settings: Settings, access: FlasherAccess): Flasher {
  let session: { link: Link; chip: EspChip } | undefined;
  let open: Link | undefined;
  const connected = () => {
    if (session === undefined) throw new Error('connect comes first');
    return session;
  };
  return {
    protocol: 'esp',
    verifies: 'checksum',
    async connect({ signal }) {
      const deadline = Date.now() + settings.connectSec * 1000;
      const opened = await access.openPort({ baud: FIRST_BAUD });
      if (!opened.ok) return opened;
      const link = opened.value;
      open = link;
      return bordered('TEST_ENV_FAILURE', link, async () => {
        if (!(await synchronise(link, settings.entry, deadline, signal))) return fail(silent(link));
        const chip = await detectChip(link);
        if (!chip.ok) return fail({ where: link.name, ...chip.error });
        const serial = await macAddress(link, chip.value);
        await changeBaud(link, settings.baud);
        await attachFlash(link, settings.regions);
        session = { link, chip: chip.value };
        return ok({ chip: chip.value.name, serial, loader: 'ROM loader' });
      });
    },
    async write(segments, options) {
      const { link, chip } = connected();
      if (options.eraseAll) return fail(untouched({ ...CANNOT_ERASE, where: link.name }));
      const blocks = wireBlocks(segments, settings.regions);
      if (!blocks.ok) return fail(untouched(blocks.error));
      return writePages(link, blocks.value, options, (block) => writeWireBlock(link, chip, block));
    },
    verify(segments, options) {
      const { link } = connected();
      return bordered('VERIFY_FAILURE', link, () => compareSums(link, segments, options, md5Check(link)));
    },
    start({ onProgress }) {
      const { link, chip } = connected();
      onProgress({ phase: 'start', done: 0, total: 0 });
      return bordered('TEST_ENV_FAILURE', link, async () => {
        if (settings.entry === 'none' || !(await resetByLines(link))) await runProgram(link, chip);
        return ok(undefined);
      });
    },
    async close() {
      await open?.close();
      open = undefined;
      session = undefined;
    },
  };
}

/** @throws ProtocolFault, LinkLost */
async function changeBaud(link: Link, baud: number): Promise<void> {
  if (baud === FIRST_BAUD) return;
  await command(link, { op: OP.changeBaud, body: words(baud, 0) });
  await link.configure({ baud });
  await delay(SETTLE_MS);
  await link.discard();
}

const md5Check = (link: Link): SumCheck => ({
  async differs(segment) {
    const ours = createHash('md5').update(segment.bytes).digest('hex');
    const theirs = await flashMd5(link, segment);
    return theirs === ours ? null : `the chip's MD5 is ${theirs}, that of the image ${ours}`;
  },
  next: 'flash again; if it stays so, the flash or the supply of the board is bad',
});

const silent = (link: Link): Problem => ({
  code: 'TEST_ENV_FAILURE',
  where: link.name,
  message: 'the ROM loader of the chip does not answer; nothing was written',
  next: 'hold BOOT while RESET is pressed, and check port and cable',
});

const CANNOT_ERASE: Problem = {
  code: 'FLASH_FAILURE',
  message: 'the ROM loader erases the sectors that it writes, not everything; nothing was written',
  next: 'flash without erasing all',
};
