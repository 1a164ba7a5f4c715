import type { FlashPlan } from '../../../shared/ipc/flash.js';
import type { Problem, Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { eraseOf } from '../../../shared/profile/flash.js';
import { TRIALS } from '../../../shared/profile/tried.js';
import type { BoardRecord } from '../../bench/flash/board-store.js';
import { createFlasher } from '../../bench/flash/flashers.js';
import { whyUnreadable } from '../../bench/flash/survey.js';
import { checkImage } from '../../bench/image/check-image.js';
import type { Image, Region } from '../../bench/image/image.js';
import { portProblem } from '../../bench/ports/port-problem.js';
import { UNRECORDED } from '../../bench/process/children.js';
import { createExec } from '../../bench/process/exec.js';
import { type Candidate, chooseBoard, type Wish } from './choose.js';
import { imageFor, type WantedImage } from './flash-by-hand.js';
import { keptOf } from './kept.js';
import { withBoardRegistry } from './registry.js';

interface Found extends Candidate {
  record: BoardRecord;
}

/** What a flash by hand would do, told without opening the port. */
export async function planFlash(
  home: string,
  profile: BoardProfile,
  wanted: WantedImage,
): Promise<FlashPlan> {
  const { protocol, chip, regions } = profile.flash;
  const found = await findTarget(home, profile);
  const id = found.ok ? found.value.id : '';
  const image = await imageFor({ home, image: wanted, profile }, id);
  const way = wayOf(profile);
  const erase = eraseOf(profile.flash);
  const shown = image.ok ? image.value : null;
  const checked = image.ok ? checkImage(image.value, profile.flash) : image;
  const inTheWay = found.ok ? await portProblem(found.value.port) : found.error;
  const kept = found.ok && found.value.record.firstDump !== null;
  const irreversible = way.ok && !kept ? way.value.irreversible : null;
  return {
    protocol,
    tried: TRIALS[protocol].tried,
    chip: chip ?? null,
    command: profile.flash.protocol === 'external' ? profile.flash.write : null,
    target: found.ok ? targetOf(found.value) : null,
    image: shown && imageOf(shown, regions),
    erase,
    regions: regions.map((region) => ({ ...region, ...usedOf(region, shown?.segments ?? [], erase) })),
    keeps: kept ? 'kept' : irreversible === null ? 'first' : 'never',
    irreversible,
    verifies: way.ok ? way.value.verifies : null,
    warnings: WARNINGS.filter((flag) => profile.safety[flag]),
    problems: problemsOf([inTheWay, ...[way, checked].map((step) => (step.ok ? null : step.error))]),
  };
}

const WARNINGS = ['antiRollback', 'readOutProtection', 'oneTimeFuses'] as const;

const problemsOf = (all: readonly (Problem | null)[]): Problem[] => all.filter((one) => one !== null);

async function findTarget(home: string, profile: BoardProfile): Promise<Result<Found>> {
  const chosen = await withBoardRegistry(home, (store) => chooseBoard(store, profile, ANY));
  if (!chosen.ok) return chosen;
  const record = await keptOf(home, chosen.value.id).record();
  return record.ok ? { ok: true, value: { ...chosen.value, record: record.value } } : record;
}

const ANY: Wish = { prefer: null, avoid: [] };

/** How the protocol verifies, and whether it can keep what the board holds. Its flasher is made and never connected. */
function wayOf(profile: BoardProfile): Result<Pick<FlashPlan, 'irreversible' | 'verifies'>> {
  const flasher = createFlasher(profile.flash, {
    openPort: () => Promise.reject(new Error('a plan opens no port')),
    usb: profile.find.usb ?? null,
    exec: createExec({ children: UNRECORDED, confinement: 'none' }),
    scratchDir: '',
  });
  if (!flasher.ok) return flasher;
  const unreadable = profile.safety.readOutProtection;
  const irreversible = whyUnreadable(flasher.value, { unreadable });
  return { ok: true, value: { irreversible, verifies: flasher.value.verifies } };
}

function targetOf({ port, id, record }: Found): FlashPlan['target'] {
  const names = [port.manufacturer, port.description, port.vendor && `${port.vendor}:${port.product}`];
  return {
    port: port.path ?? port.topology ?? '',
    device: names.filter((name) => name !== null && name !== '').join(' '),
    board: id,
    chip: record.identity?.chip ?? null,
    serial: port.serial ?? record.identity?.serial ?? null,
    in_use_by: port.in_use_by.map(({ program, pid }) => `${program} (${pid})`),
  };
}

function imageOf({ format, sha256, segments }: Image, regions: readonly Region[]): FlashPlan['image'] {
  return {
    format,
    sha256,
    bytes: segments.reduce((sum, { bytes }) => sum + bytes.length, 0),
    segments: segments.map(({ address, bytes }) => ({
      start: address,
      size: bytes.length,
      regions: regions
        .filter(({ start, size }) => address < start + size && address + bytes.length > start)
        .map(({ name }) => name),
    })),
  };
}

/** Bytes of a region that an image takes, and those that are erased for it. */
function usedOf(
  { start, size, page }: Region,
  segments: Image['segments'],
  erase: FlashPlan['erase'],
): Pick<FlashPlan['regions'][number], 'used' | 'erased'> {
  const pages = new Set<number>();
  let used = 0;
  for (const { address, bytes } of segments) {
    const first = Math.max(address, start);
    const end = Math.min(address + bytes.length, start + size);
    if (first >= end) continue;
    used += end - first;
    for (let at = Math.floor(first / page); at * page < end; at += 1) pages.add(at);
  }
  return { used, erased: erase === 'all' ? size : pages.size * page };
}
