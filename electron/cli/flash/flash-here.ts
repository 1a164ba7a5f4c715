import path from 'node:path';
import type { Approvals } from '../../../shared/events.js';
import type { Problem, Result } from '../../../shared/problem.js';
import type { BoardProfile } from '../../../shared/profile/board.js';
import type { FlashAsked } from '../../bench/environment.js';
import type { FlashProgress } from '../../bench/flash/flasher.js';
import { PHASE_TEXT } from '../../bench/flash/phase-text.js';
import type { Flashed, WantedImage } from '../../lab/boards/flash-by-hand.js';
import { askYesNo } from '../ask-yes-no.js';
import type { CommandDeps } from '../command.js';
import { whyNotHere } from '../human-channel.js';
import { EXIT, type Output, refuse } from '../output.js';

/** Found wrong before anything was touched. */
const UNTOUCHED: readonly Problem['code'][] = [
  'USAGE',
  'PROFILE_UNKNOWN',
  'PROFILE_MALFORMED',
  'IMAGE_MALFORMED',
  'IMAGE_REFUSED',
  'PORT_NOT_FOUND',
  'PORT_PERMISSION',
  'BOARD_NOT_FOUND',
  'BOARD_MISMATCH',
  'ARTIFACT_MISSING',
  'HOME_UNWRITABLE',
  'JOURNAL_CORRUPT',
  'DISK_FULL',
  'PORT_BUSY',
];

/** Flashes a board from the terminal, asking there; gives the exit code. */
export async function flashHere(
  deps: CommandDeps,
  profile: BoardProfile,
  wanted: WantedImage,
  { approvals, json }: { approvals: Approvals | undefined; json: boolean },
): Promise<number> {
  const why = await whyNotHere(deps.core);
  if (why !== null) return refuse(deps.out, why, json);
  const abort = new AbortController();
  const stop = () => abort.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) deps.at.signals.once(signal, stop);
  const { flashByHand } = await import('../../lab/boards/flash-by-hand.js');
  const show = progressOf(deps.out, json);
  let touched = false;
  const flashed = await flashByHand({
    ...{ home: deps.home, brokerFile: path.join(deps.at.dist, 'broker.js'), profile, image: wanted },
    agree: (asked, writer) =>
      agreed(deps, { asked, writer }, profile, { approvals, json, signal: abort.signal }),
    onProgress: (progress) => {
      touched ||= progress.phase === 'erase' || progress.phase === 'write';
      show(progress);
    },
    onWaiting: (why) => deps.out.note(why),
    signal: abort.signal,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) deps.at.signals.off(signal, stop);
  const image = wanted.by === 'file' ? wanted.file : wanted.point;
  return conclude(deps, flashed, { image, json, touched, interrupted: abort.signal.aborted });
}

async function agreed(
  { core, out, at }: CommandDeps,
  { asked, writer }: { asked: FlashAsked; writer: string },
  profile: BoardProfile,
  { approvals, json, signal }: { approvals: Approvals | undefined; json: boolean; signal: AbortSignal },
): Promise<boolean> {
  const { describeFlash } = await import('../../tools/board/describe-flash.js');
  const subject = describeFlash(asked, profile.id, writer);
  if (Array.isArray(approvals)) return approvals.includes('flash');
  if (approvals === 'all') return core.mayFlashUnattended();
  if (approvals === 'none' || nobodyIsThere(at, json)) return false;
  out.line(subject.map(out.say).join('\n'));
  return (await askYesNo(at, `${out.say('Flash it?')} ${out.say('yes/no')}: `, signal)) === 'yes';
}

const nobodyIsThere = ({ stdin }: CommandDeps['at'], json: boolean): boolean => json || stdin.isTTY !== true;

/** A line for each tenth of a phase, or every step as JSON. */
function progressOf(out: Output, json: boolean): (progress: FlashProgress) => void {
  let last = '';
  return ({ phase, done, total }) => {
    if (json) return out.json({ type: 'progress', step: phase, done, total });
    const tenths = total === 0 ? 0 : Math.floor((10 * done) / total);
    const amount = total === 0 ? '' : ` ${tenths * 10} % (${done} / ${total} B)`;
    const mark = `${phase} ${tenths}`;
    if (mark !== last) out.note(`${out.say(PHASE_TEXT[phase])}${amount}`);
    last = mark;
  };
}

const AGREE_BEFORE =
  'agree to it on the command line with --approve flash (`all` leaves flashing out), or answer at a terminal';

/** What was verified is what the protocol can tell. */
const DONE: { readonly [V in Flashed['verifies']]: (image: string) => string } = {
  'read-back': (image) => `Written, read back and compared: ${image}`,
  checksum: (image) => `Written, and the board's own checksum compared: ${image}`,
  echo: (image) => `Written; the board acknowledged every block, and cannot be read: ${image}`,
};

interface Circumstances {
  image: string;
  json: boolean;
  /** Something was erased or written. */
  touched: boolean;
  interrupted: boolean;
}

function conclude(
  { out, at }: CommandDeps,
  flashed: Result<Flashed>,
  { image, json, touched, interrupted }: Circumstances,
): number {
  if (flashed.ok) {
    const { board, verifies } = flashed.value;
    if (json) out.json({ type: 'flash', outcome: 'done', board, image, verified: verifies });
    else out.line(out.say(DONE[verifies](image)));
    return EXIT.success;
  }
  const declined = flashed.error.code === 'FLASH_DECLINED';
  const error =
    declined && nobodyIsThere(at, json) ? { ...flashed.error, next: AGREE_BEFORE } : flashed.error;
  if (json) out.json({ type: 'flash', outcome: declined ? 'declined' : 'failed', image, problem: error });
  refuse(out, error);
  if (interrupted) return EXIT.aborted;
  if (declined) return EXIT.waiting;
  return !touched && UNTOUCHED.includes(error.code) ? EXIT.usage : EXIT.failure;
}
