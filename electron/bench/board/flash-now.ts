import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import { eraseOf } from '../../../shared/profile/flash.js';
import { TRIALS } from '../../../shared/profile/tried.js';
import { inEnglish } from '../../../shared/texts/words.js';
import type { EnvironmentRequest } from '../environment.js';
import type { FlashBinding } from '../flash/binding.js';
import type { BoardStore } from '../flash/board-store.js';
import { flashBoard, type Holds } from '../flash/flash-board.js';
import type { FlashRequest } from '../flash/flash-request.js';
import type { Flasher, FlashProgress } from '../flash/flasher.js';
import { createFlasher } from '../flash/flashers.js';
import { resetBoard } from '../flash/reset-board.js';
import type { UsbControl } from '../link/usb-control.js';
import { openUsb } from '../link/usb-open.js';
import { ABORTED } from '../within.js';
import type { BoardTarget, BoardTools } from './board-target.js';
import type { SharedConsole } from './shared-console.js';

/** A board whose port this process has, with what it needs to work on it. */
export interface BoardAtHand {
  profile: BoardProfile;
  request: Pick<EnvironmentRequest, 'sessionDir' | 'agree' | 'spend' | 'run' | 'unsafe'>;
  board: BoardTarget;
  store: BoardStore;
  port: SharedConsole;
  tools: BoardTools;
  signal: AbortSignal;
  /** Called when the port was taken for the last time: what the console says next, the new program says. */
  begin: () => void;
  onProgress?: (progress: FlashProgress) => void;
}

/** How what was written was verified. */
export type FlashDone = Pick<Flasher, 'verifies'>;

/** What is written, and how; see `FlashRequest`. */
export type Writing = Pick<FlashRequest, 'image' | 'always' | 'good'>;

/** Flashes the image, agreement included; see `flashBoard`. Errors: its problems, and FLASH_DECLINED. */
export async function flashNow(o: BoardAtHand, writing: Writing): Promise<Result<FlashDone>> {
  const { profile, request, signal } = o;
  const end = await flashBoard({
    ...reaching(o),
    ...writing,
    erase: eraseOf(profile.flash),
    unreadable: profile.safety.readOutProtection,
    enteredByHand: staysInLoader(profile),
    keepFor: request.run === undefined ? null : { run: request.run, dump: profile.atEnd === 'as-found' },
    spend: request.spend ?? (() => ok(undefined)),
    unsafe: request.unsafe,
    confirm: async (binding, hash) => ((await agreed(o, binding)) ? hash : null),
  });
  if (end.outcome === 'done') {
    await o.board.settle(signal);
    return ok({ verifies: end.verified });
  }
  // Who stopped it knows why it ended; what the board holds now they do not.
  const isUntouched = end.holds === 'unchanged';
  return fail(
    signal.aborted && isUntouched ? ABORTED : await o.port.explain(heldNow(end.problem, end.holds)),
  );
}

/** Starts what the board holds anew; see `resetBoard`. */
export async function resetNow(o: BoardAtHand): Promise<Result<void>> {
  const reset = await resetBoard(reaching(o));
  if (reset.ok) return reset;
  return fail(o.signal.aborted ? ABORTED : await o.port.explain(reset.error));
}

function reaching(o: BoardAtHand): Pick<FlashRequest, 'board' | 'createFlasher' | 'wanted' | 'options'> {
  const { profile, board, signal } = o;
  const { regions, machine, chip } = profile.flash;
  return {
    board: { id: board.id, store: o.store },
    createFlasher: () =>
      createFlasher(profile.flash, {
        openPort: (settings) => takeOver(o, settings),
        usb: profile.find.usb ?? null,
        device: { open: () => openDevice(board), entered: () => entered(o) },
        exec: o.tools.exec,
        scratchDir: o.request.sessionDir,
      }),
    wanted: { regions, machine, chip, family: familyOf(profile) },
    options: { onProgress: o.onProgress ?? (() => undefined), signal },
  };
}

/** Only a person's hand can enter the loader again, or nothing leaves it but a new image. */
const staysInLoader = ({ flash }: BoardProfile): boolean =>
  flash.protocol === 'uf2' || ('entry' in flash && flash.entry === 'none');

const familyOf = ({ flash }: BoardProfile): number | undefined =>
  flash.protocol === 'uf2' ? flash.family : undefined;

/** The console begins anew each time a flasher takes the port. */
async function takeOver(o: BoardAtHand, settings: Parameters<SharedConsole['takeOver']>[0]) {
  const taken = await o.port.takeOver(settings);
  if (!taken.ok) return taken;
  await beginAnew(o);
  return taken;
}

async function openDevice({ findDevice }: BoardTarget): Promise<Result<UsbControl>> {
  const found = await findDevice();
  return found.ok ? openUsb(found.value) : found;
}

async function entered(o: BoardAtHand): Promise<void> {
  await o.board.entered();
  await beginAnew(o);
}

/** The last time counts. */
async function beginAnew({ port, begin }: BoardAtHand): Promise<void> {
  await port.heard();
  begin();
}

function agreed({ profile, request, board }: BoardAtHand, binding: FlashBinding): Promise<boolean> {
  const { antiRollback, oneTimeFuses, readOutProtection } = profile.safety;
  return (
    request.agree?.({
      board: `${profile.title} (${[board.id, board.port].filter((name) => name !== null).join(', ')})`,
      chip: binding.chip,
      serial: binding.serial,
      image: binding.image,
      regions: binding.regions,
      erase: binding.erase,
      irreversible: binding.irreversible,
      tried: TRIALS[profile.flash.protocol].tried,
      ...(profile.flash.protocol === 'external' ? { command: profile.flash.write } : {}),
      alwaysAsk: antiRollback || oneTimeFuses || readOutProtection || binding.erase === 'all',
    }) ?? Promise.resolve(false)
  );
}

const HOLDS: Readonly<Record<Exclude<Holds, 'unchanged'>, string>> = {
  erased: 'what the board held may be gone in part',
  part: 'the board holds a part of the image',
  unknown: 'what the board holds is not known',
  unverified: 'the image was written and could not be verified',
  image: 'the image itself is on the board',
};

/** The problem with what the board holds now. */
export const heldNow = (problem: Problem, holds: Holds): Problem =>
  holds === 'unchanged' ? problem : { ...problem, message: `${inEnglish(problem.message)}; ${HOLDS[holds]}` };
