import { isDeepStrictEqual } from 'node:util';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import type { Segment } from '../../image/image.js';
import { LinkLost } from '../../link/link.js';
import { bordered } from '../fault.js';
import type { Flasher, FlashOptions } from '../flasher.js';
import type { FlasherAccess } from '../flasher-access.js';
import { compare, uncertain, untouched } from '../programming.js';
import { type DfuDevice, enterDfu, runsAgain } from './connect.js';
import { type DfuMemory, openMemory } from './memory.js';
import type { Taken } from './plain.js';

interface Session {
  device: DfuDevice;
  memory: DfuMemory;
}

/**
 * A bootloader that speaks USB DFU 1.1, or ST's extension of it, DfuSe (AN3156). What was written is read back; where the
 * device cannot be read, or starts the program without being asked, `verifies` is `echo`: the device acknowledged
 * every block after it was programmed, and the whole at the end.
 */
export function createDfu(settings: FlashSettingsOf<'dfu'>, access: FlasherAccess): Flasher {
  let session: Session | undefined;
  let written: readonly Segment[] = [];
  let taken: Taken = 'idle';
  const connected = (): Session => {
    if (session === undefined) throw new Error('connect comes first');
    return session;
  };
  const isReadable = () => settings.upload && taken === 'idle' && session?.device.dfu.canUpload !== false;
  return {
    protocol: 'dfu',
    get verifies() {
      return isReadable() ? 'read-back' : 'echo';
    },
    async connect({ signal }) {
      const entered = await enterDfu(settings, access, signal);
      if (!entered.ok) return entered;
      const device = entered.value;
      const memory = openMemory(device, settings);
      if (!memory.ok) {
        await device.usb.close();
        return memory;
      }
      session = { device, memory: memory.value };
      return ok({ chip: device.usb.ids, serial: device.usb.serial, loader: loaderOf(device) });
    },
    ...(settings.upload && {
      async read(region, options) {
        const { device, memory } = connected();
        if (!device.dfu.canUpload) return fail({ ...CANNOT_READ, where: device.usb.name });
        return memory.read(region, { ...options, phase: 'dump' });
      },
    }),
    async write(segments, options) {
      const { device, memory } = connected();
      if (!device.dfu.canDownload) return fail(untouched({ ...CANNOT_WRITE, where: device.usb.name }));
      const result = await memory.write(segments, options);
      if (!result.ok) return result;
      taken = result.value;
      written = segments;
      if (taken === 'idle') return ok(undefined);
      const gone = await goneOn(connected(), taken, () => runsAgain(settings, access, options.signal));
      return gone.ok ? gone : fail(uncertain(gone.error));
    },
    async verify(segments, options) {
      const { device, memory } = connected();
      if (isReadable()) return compare(device.usb, segments, options, memory.read);
      return isDeepStrictEqual(written, segments)
        ? ok(undefined)
        : fail({ ...UNVERIFIED, where: device.usb.name });
    },
    start(options) {
      return startProgram(connected(), { settings, written, taken }, options);
    },
    async close() {
      await session?.device.usb.close();
      session = undefined;
    },
  };
}

const loaderOf = ({ dfu, name }: DfuDevice): string =>
  `DFU ${dfu.version >> 8}.${(dfu.version & 0xff).toString(16)}${name === '' ? '' : `, ${name}`}`;

/** A device that does not speak DFU any more: a reset starts its program, or it did that by itself. */
async function goneOn(
  { device }: Session,
  taken: Exclude<Taken, 'idle'>,
  runs: () => Promise<Result<void>>,
): Promise<Result<void>> {
  if (taken === 'left') return runs();
  await resetUnlessGone(device);
  return ok(undefined);
}

async function resetUnlessGone({ usb }: DfuDevice): Promise<void> {
  try {
    await usb.reset();
  } catch (error) {
    if (!(error instanceof LinkLost)) throw error;
  }
}

/**
 * A board that was found in DFU mode, and was only looked at, stays there: it may be that only a person can bring it there
 * again.
 */
async function startProgram(
  { device, memory }: Session,
  {
    settings,
    written,
    taken,
  }: { settings: FlashSettingsOf<'dfu'>; written: readonly Segment[]; taken: Taken },
  { onProgress }: FlashOptions,
): Promise<Result<void>> {
  onProgress({ phase: 'start', done: 0, total: 0 });
  if (taken !== 'idle' || (written.length === 0 && !device.detached)) return ok(undefined);
  const address = settings.startAt ?? written[0]?.address ?? settings.regions[0]?.start ?? 0;
  return bordered('TEST_ENV_FAILURE', device.usb, async () => ok(await memory.leave(address)));
}

const CANNOT_READ: Problem = {
  code: 'TEST_ENV_FAILURE',
  message: 'the device cannot be read (bitCanUpload)',
  next: 'say so in the profile (`flash.upload: false`)',
};

const CANNOT_WRITE: Problem = {
  code: 'FLASH_FAILURE',
  message: 'the device takes no image (bitCanDnload); nothing was written',
  next: 'choose another `alternate` in the profile',
};

const UNVERIFIED: Problem = {
  code: 'VERIFY_FAILURE',
  message: 'the device cannot be read, and this image was not written just now',
};
