import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { FlashSettingsOf } from '../../../../shared/profile/flash.js';
import type { Region, Segment } from '../../image/image.js';
import { loadImage } from '../../image/load-image.js';
import { hex } from '../../image/parsed.js';
import { toUf2, UF2_PAYLOAD_BYTES } from '../../image/write-uf2.js';
import type { Flasher, FlashOptions, Identity } from '../flasher.js';
import type { FlasherAccess } from '../flasher-access.js';
import { UNKNOWN_CHIP } from '../identity.js';
import { pagesOf } from '../pages.js';
import { untouched } from '../programming.js';
import { copyUf2 } from './copy.js';
import { enterUf2 } from './entry.js';
import { takesFamily } from './families.js';
import { type ListVolumes, mountedVolumes, ofBoard, type Uf2Info, uf2Info, type Volume } from './volumes.js';

type Settings = FlashSettingsOf<'uf2'>;

const LOOK_MS = 200;
/** 8.3, so that no bootloader has to know of long names. */
const FILE_NAME = 'FLASH.UF2';

interface Found {
  volume: Volume;
  info: Uf2Info;
}

/**
 * A bootloader that shows itself as a drive (Microsoft, "USB Flashing Format (UF2)"). It restarts by itself when it has
 * every block: its drive going away then, and not before, is the only sign that it took the image. Where the profile says
 * that it has a CURRENT.UF2, that is read before the first write.
 */
export function createUf2(
  settings: Settings,
  access: FlasherAccess,
  listVolumes: ListVolumes = mountedVolumes,
): Flasher {
  let found: Found | undefined;
  let written: readonly Segment[] = [];
  const connected = (): Volume => {
    if (found === undefined) throw new Error('connect comes first');
    return found.volume;
  };
  const isThere = async ({ dir, id }: Volume) =>
    (await listVolumes()).some((volume) => volume.dir === dir && volume.id === id);
  return {
    protocol: 'uf2',
    verifies: 'echo',
    async connect({ signal }) {
      const deadline = Date.now() + settings.connectSec * 1000;
      const look = async () => choose(await candidates(await listVolumes(), access), settings);
      const drive = await enterUf2({ settings, access, look, deadline, signal });
      if (!drive.ok) return drive;
      const { family } = settings;
      const { info, volume } = drive.value;
      if (!takesFamily(info.boardId ?? '', family)) return fail(otherFamily(info, family));
      found = drive.value;
      return ok(identityOf(info, volume));
    },
    ...(settings.current && {
      read: (region, options) => readCurrent(connected().dir, region, options),
    }),
    async write(segments, options) {
      const volume = connected();
      if (options.eraseAll) return fail(untouched({ ...CANNOT_ERASE, where: volume.dir }));
      await access.device?.entered();
      const bytes = toUf2(pagesOf(segments, UF2_PAYLOAD_BYTES), settings.family);
      const file = path.join(volume.dir, FILE_NAME);
      const copied = await copyUf2({ file, bytes, isThere: () => isThere(volume) }, options);
      if (copied.ok) written = segments;
      return copied;
    },
    async verify(segments, options) {
      if (written !== segments) return fail({ ...UNVERIFIED, where: connected().dir });
      const deadline = Date.now() + settings.connectSec * 1000;
      return left(() => isThere(connected()), deadline, options);
    },
    async start({ onProgress }) {
      onProgress({ phase: 'start', done: 0, total: 0 });
      // by itself, when it has all blocks
      return written.length > 0 ? ok(undefined) : fail({ ...STAYS, where: connected().dir });
    },
    async close() {
      found = undefined;
    },
  };
}

async function candidates(volumes: readonly Volume[], { usb }: FlasherAccess): Promise<Found[]> {
  const all = await Promise.all(
    ofBoard(volumes, usb).map(async (volume): Promise<Found[]> => {
      const info = await uf2Info(volume);
      return info === null ? [] : [{ volume, info }];
    }),
  );
  return all.flat();
}

/** The board's drive; null where there is none yet. Errors: BOARD_MISMATCH where several fit. */
function choose(drives: readonly Found[], { chip }: Settings): Result<Found | null> {
  const wanted = drives.filter(
    ({ info }) => chip === undefined || chip.toLowerCase() === info.boardId?.toLowerCase(),
  );
  const [first, ...others] = wanted.length > 0 ? wanted : drives;
  return others.length > 0
    ? fail(several([first, ...others].flatMap((one) => one ?? [])))
    : ok(first ?? null);
}

const identityOf = ({ loader, boardId }: Uf2Info, { usb }: Volume): Identity => ({
  ...{ chip: boardId ?? UNKNOWN_CHIP, serial: usb?.serial ?? null, loader },
});

/** Waits until the board has restarted. */
async function left(
  isThere: () => Promise<boolean>,
  deadline: number,
  { onProgress, signal }: FlashOptions,
): Promise<Result<void>> {
  onProgress({ phase: 'verify', done: 0, total: 0 });
  while (!signal.aborted) {
    if (!(await isThere())) return ok(undefined);
    if (Date.now() >= deadline) return fail(NOT_TAKEN);
    await delay(LOOK_MS);
  }
  return fail(UNWAITED);
}

const several = (drives: readonly Found[]): Problem => ({
  code: 'BOARD_MISMATCH',
  message: `several boards wait as drives: ${drives.map(({ volume, info }) => `${volume.dir} (${info.boardId ?? info.loader})`).join(', ')}; nothing was written`,
  next: 'unplug the others, or name the board in the profile by `chip` (its Board-ID) or `find.usb`',
});

const otherFamily = ({ boardId, loader }: Uf2Info, family: number): Problem => ({
  code: 'BOARD_MISMATCH',
  message: `the board ${boardId ?? loader} does not take images of the UF2 family ${hex(family)}; nothing was written`,
  next: 'check which board is plugged in, and `family` in the profile',
});

const CANNOT_ERASE: Problem = {
  code: 'FLASH_FAILURE',
  message: 'this bootloader erases what it writes, not everything; nothing was written',
  next: 'flash without erasing all',
};

const STAYS: Problem = {
  code: 'TEST_ENV_FAILURE',
  message: 'this bootloader starts the program only when it got a new one',
  next: 'press RESET on the board',
};

const UNVERIFIED: Problem = {
  code: 'VERIFY_FAILURE',
  message: 'what such a board holds cannot be compared, and what is to be verified was not written now',
  next: 'flash it',
};

const UNWAITED: Problem = {
  code: 'VERIFY_FAILURE',
  message: 'stopped before the board had restarted',
  next: 'flash again',
};

const NOT_TAKEN: Problem = {
  code: 'VERIFY_FAILURE',
  message: 'the board got the whole file and did not restart: it did not take the image',
  next: 'check `family` and `regions` in the profile; an image outside of its flash is passed over',
};

/**
 * What a bootloader shows of its flash (Microsoft, "USB Flashing Format (UF2)", "Files exposed by bootloaders"). Errors:
 * TEST_ENV_FAILURE where the file is not there, is damaged, or does not hold all of the region.
 */
async function readCurrent(
  dir: string,
  { start, size }: Pick<Region, 'start' | 'size'>,
  { onProgress }: FlashOptions,
): Promise<Result<Uint8Array>> {
  const file = path.join(dir, 'CURRENT.UF2');
  onProgress({ phase: 'dump', done: 0, total: size });
  const image = await loadImage(file, { format: 'uf2' });
  if (!image.ok) return fail({ ...image.error, code: 'TEST_ENV_FAILURE' });
  const whole = image.value.segments.find(
    ({ address, bytes }) => address <= start && start + size <= address + bytes.length,
  );
  if (whole === undefined)
    return fail({
      code: 'TEST_ENV_FAILURE',
      where: file,
      message: `it does not hold all from ${hex(start)} to ${hex(start + size)}`,
      next: 'correct the regions of the profile, or leave `current` out of it',
    });
  onProgress({ phase: 'dump', done: size, total: size });
  return ok(whole.bytes.slice(start - whole.address, start - whole.address + size));
}
