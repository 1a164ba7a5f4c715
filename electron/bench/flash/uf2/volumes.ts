import { open, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Find } from '../../../../shared/profile/find.js';
import { outwards, target } from '../../ports/sysfs.js';
import { type UsbDevice, usbDevice } from '../../ports/usb-device.js';

/** A mounted file system that may be a bootloader's. */
export interface Volume {
  /** Its top folder. */
  dir: string;
  /** Another one after it was unmounted and mounted again. */
  id: string;
  /** The USB device that it is on, where the system tells. */
  usb: Pick<UsbDevice, 'serial' | 'topology'> | null;
}

/** What a bootloader says of itself; texts as they are shown. */
export interface Uf2Info {
  /** First line: name and version of the bootloader. */
  loader: string;
  model: string | null;
  boardId: string | null;
}

const INFO_FILE = 'INFO_UF2.TXT';
const MAX_INFO_BYTES = 4096;
const MAX_TEXT_CHARS = 80;

/** Lists what may be a bootloader's drive. */
export type ListVolumes = () => Promise<readonly Volume[]>;

/** The mounted volumes of this computer on which a bootloader could be: FAT under Linux, all removable ones elsewhere. */
export const mountedVolumes: ListVolumes = () =>
  process.platform === 'linux' ? linuxVolumes() : otherVolumes();

/** What a volume says of itself; null where it is no bootloader's, or is gone. */
export async function uf2Info({ dir }: Pick<Volume, 'dir'>): Promise<Uf2Info | null> {
  const text = await readBegin(path.join(dir, INFO_FILE));
  return text === null ? null : parseInfo(text);
}

/**
 * INFO_UF2.TXT (Microsoft, "USB Flashing Format (UF2)", "Files exposed by bootloaders"). Untrusted: control characters are
 * taken out, and no text is longer than a line of a terminal.
 */
export function parseInfo(text: string): Uf2Info | null {
  const lines = text.split(/\r\n|\r|\n/).map(clean);
  const [loader = ''] = lines;
  const field = (name: RegExp) => {
    const line = lines.find((one) => name.test(one));
    return line?.replace(name, '').trim() || null;
  };
  if (loader === '') return null;
  return { loader, model: field(/^Model:\s*/i), boardId: field(/^Board-ID:\s*/i) };
}

const clean = (line: string): string =>
  line
    .replace(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, MAX_TEXT_CHARS);

/** Which of the volumes may be the board: a serial number or a place that is told must be its own. */
export const ofBoard = (volumes: readonly Volume[], usb: NonNullable<Find['usb']> | null): Volume[] => {
  const placed = volumes.filter(({ usb: at }) => fits(usb?.topology, at?.topology));
  // a bootloader may have another serial number than the application, or none
  const exact = placed.filter(({ usb: at }) => usb?.serial !== undefined && at?.serial === usb.serial);
  return exact.length > 0 ? exact : placed;
};

const fits = (wanted: string | undefined, given: string | null | undefined): boolean =>
  wanted === undefined || given === null || given === undefined || wanted === given;

async function readBegin(file: string): Promise<string | null> {
  try {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAX_INFO_BYTES), 0, MAX_INFO_BYTES, 0);
      return buffer.toString('latin1', 0, bytesRead);
    } finally {
      await handle.close();
    }
  } catch {
    return null; // the answer: no such file, or the drive is gone
  }
}

/** Linux: Documentation/filesystems/proc, 3.5 "/proc/<pid>/mountinfo". */
async function linuxVolumes(): Promise<Volume[]> {
  const mounts = (await readFile('/proc/self/mountinfo', 'utf8')).split('\n').map((line) => line.split(' '));
  const fat = mounts.filter((words) =>
    /^(vfat|msdos|fuse\.fusefat)$/.test(words[words.indexOf('-') + 1] ?? ''),
  );
  const volumes = await Promise.all(
    fat.map(async ([id = '', , device = '', , dir = '']): Promise<Volume[]> => {
      const block = await target(`/sys/dev/block/${device}`);
      // pulled and not unmounted yet: its files are still shown from the cache
      if (block === null && !device.startsWith('0:')) return [];
      return [{ id, dir: unescaped(dir), usb: block === null ? null : await usbOf(block) }];
    }),
  );
  return volumes.flat();
}

/** Blanks and backslashes stand in octal. */
const unescaped = (name: string): string =>
  name.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));

async function usbOf(block: string): Promise<Volume['usb']> {
  for (const folder of outwards(block, '/sys')) {
    const device = await usbDevice(folder);
    if (device !== null) return device;
  }
  return null;
}

const DRIVES = Array.from(
  { length: 23 },
  (_, index) => `${String.fromCharCode('D'.charCodeAt(0) + index)}:\\`,
);

async function otherVolumes(): Promise<Volume[]> {
  const dirs =
    process.platform === 'win32' ? DRIVES : (await readdir('/Volumes')).map((name) => `/Volumes/${name}`);
  const volumes = await Promise.all(
    dirs.map(async (dir): Promise<Volume[]> => {
      const there = await stat(path.join(dir, INFO_FILE)).catch(() => null);
      return there === null ? [] : [{ dir, id: `${there.dev}`, usb: null }];
    }),
  );
  return volumes.flat();
}
