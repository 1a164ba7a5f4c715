import { fail, ok, type Result } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import type { Region, Segment } from '../../image/image.js';
import { bordered } from '../fault.js';
import type { FlashOptions, FlashProgress, WriteProblem } from '../flasher.js';
import { readBlocks, untouched } from '../programming.js';
import type { DfuDevice } from './connect.js';
import { dfuseReader, leaveDfuse, writeDfuse } from './dfuse.js';
import { parseLayout } from './layout.js';
import { fileOf, readPlain, type Taken, writePlain } from './plain.js';

/** A memory of a device in DFU mode, with addresses (DfuSe) or as one file (DFU 1.1). */
export interface DfuMemory {
  write(
    segments: readonly Segment[],
    options: FlashOptions & { eraseAll: boolean },
  ): Promise<Result<Taken, WriteProblem>>;
  read(
    range: Pick<Region, 'start' | 'size'>,
    options: FlashOptions & Pick<FlashProgress, 'phase'>,
  ): Promise<Result<Uint8Array>>;
  /** Starts the program. @throws DfuFault, ProtocolFault, LinkLost */
  leave(address: number): Promise<void>;
}

const DFUSE_VERSION = 0x011a;
/** Linux and Windows pass no more in one control transfer, bytes. */
const MOST_AT_ONCE = 4096;

/** Error: BOARD_MISMATCH where a DfuSe device does not tell its sectors. */
export function openMemory(device: DfuDevice, settings: FlashSettingsOf<'dfu'>): Result<DfuMemory> {
  const { transferSize } = device.dfu;
  const most = Math.min(transferSize, MOST_AT_ONCE);
  if (device.dfu.version !== DFUSE_VERSION) return ok(plain(device, settings, most));
  const sectors = parseLayout(device.name);
  if (sectors !== null) return ok(addressed({ ...device, sectors, transferSize, most }));
  return fail({
    code: 'BOARD_MISMATCH',
    where: device.usb.name,
    message: `the name of the alternate setting tells no sectors: ${JSON.stringify(device.name)}`,
    next: 'choose another `alternate` in the profile',
  });
}

function addressed(memory: Parameters<typeof writeDfuse>[0]): DfuMemory {
  return {
    async write(segments, options) {
      const written = await writeDfuse(memory, segments, options);
      return written.ok ? ok('idle') : written;
    },
    read: (range, options) =>
      bordered('TEST_ENV_FAILURE', memory.usb, () =>
        readBlocks(memory.usb, range, memory.most, options, dfuseReader(memory)),
      ),
    leave: (address) => leaveDfuse(memory, address),
  };
}

function plain(device: DfuDevice, { regions }: FlashSettingsOf<'dfu'>, most: number): DfuMemory {
  const start = regions[0]?.start ?? 0;
  const memory = { ...device, start, most, tolerant: device.dfu.tolerant };
  return {
    async write(segments, options) {
      if (options.eraseAll) return fail(untouched({ ...CANNOT_ERASE, where: device.usb.name }));
      const file = fileOf(memory, segments);
      return file.ok ? writePlain(memory, file.value, options) : fail(untouched(file.error));
    },
    read: (range, { onProgress, phase }) =>
      bordered('TEST_ENV_FAILURE', device.usb, async () => {
        const skip = range.start - start;
        const file = await readPlain(memory, skip + range.size, (done) =>
          onProgress({ phase, done: Math.max(0, done - skip), total: range.size }),
        );
        return ok(file.subarray(skip));
      }),
    leave: () => device.usb.reset(),
  };
}

const CANNOT_ERASE = {
  code: 'FLASH_FAILURE',
  message: 'the device erases what it must by itself, not everything; nothing was written',
  next: 'flash without erasing all',
} as const;
