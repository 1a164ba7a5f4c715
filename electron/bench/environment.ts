import type { Result } from '../../shared/problem.js';
import type { Tried } from '../../shared/profile/tried.js';
import type { TestEnd } from '../../shared/results.js';
import type { BoardTarget } from './board/board-target.js';
import type { FlashProgress } from './flash/flasher.js';
import type { Typed } from './typing.js';

/** What a session needs; `workTree` and `image` are absolute. */
export interface EnvironmentRequest {
  operation: string;
  /** Absolute path of the image to run (QEMU); absent on `host`. */
  image?: string;
  /** Its SHA-256, hexadecimal. */
  imageSha256?: string;
  /** A leased board, for `board`. */
  board?: BoardTarget;
  /** The test program, for `host`. */
  command?: readonly string[];
  /** Arguments to append to `command`, for single cases. */
  select?: readonly string[];
  workTree: string;
  /** Where sockets and the raw console file go; exists, belongs to this session alone. */
  sessionDir: string;
  timeoutMs: number;
  /** Most that the test program may write in `workTree`, for `host`; absent: that is not watched. */
  maxWrittenBytes?: number;
  /** Asked just before the first write; absent: nobody agrees. */
  agree?: (asked: FlashAsked) => Promise<boolean>;
  /** Counts a write to a board just before it begins; an error refuses it. Absent: they are not counted. */
  spend?: () => Result<void>;
  /** Told that the work must not be left alone for now, however it is asked to end; what is given ends that. */
  unsafe?: (section: UnsafeSection) => () => void;
  /** Told how far a flash of ours is. */
  onFlash?: (progress: FlashProgress) => void;
  /** Told while something is waited for. */
  onWaiting?: (why: string) => void;
  /** What is typed on the console of the target; absent: nothing. */
  typed?: Typed | undefined;
  /** Variables of the test, where it is a program on this computer. */
  env?: Readonly<Record<string, string>> | undefined;
  /** The run that wants to know what its board held before; absent: nobody does. */
  run?: string;
  /** Asked before a machine is switched; absent: nobody agrees. */
  agreeToSwitch?: (asked: SwitchAsked) => Promise<boolean>;
  /** After the final line so long without a byte ends the test, ms; by default long enough for a late second test program. */
  quietMs?: number;
}

/** Work that an abort waits for: a vendor's program in mid-erase, a page that is being written. */
export interface UnsafeSection {
  /** The program, or the board. */
  what: string;
  /** From its beginning it is waited for no longer than this, ms. */
  limitMs: number;
  isUnsafe: () => boolean;
}

/** What a person is asked before something is written to a board. */
export interface FlashAsked {
  /** The board, as a person knows it. */
  board: string;
  /** As it answered; null where nothing can ask it. */
  chip: string | null;
  serial: string | null;
  image: string;
  regions: readonly { name: string; start: number; size: number }[];
  erase: 'pages' | 'all' | 'as the script does';
  /** Why what the board holds now cannot be brought back; null where it is kept. */
  irreversible: string | null;
  /** Against what this way of flashing was tried. */
  tried: Tried;
  /** No earlier yes covers it: fuses, anti-rollback, erase-all. */
  alwaysAsk: boolean;
  /** What is run instead of a protocol of ours. */
  command?: readonly string[];
}

/** What can be done to a machine. */
export type SwitchAction =
  | 'power-on'
  | 'power-off'
  | 'power-cycle'
  | 'reset'
  | 'deploy'
  | 'end-other-console';

/** What a person is asked before a machine is switched. */
export interface SwitchAsked {
  /** The machine, as a person knows it, with its controller. */
  machine: string;
  actions: readonly SwitchAction[];
  /** Programs of the profile that are run for it. */
  commands: readonly (readonly string[])[];
  /** Somebody else loses something by it: no earlier yes and no policy covers it. */
  alwaysAsk: boolean;
}

export interface SessionEnd {
  ended_by: TestEnd;
  /** Of the simulator or the test program; null where a signal ended it or it still ran. */
  exit_code: number | null;
  /** The signal that ended the simulator or the test program by itself. */
  signal: string | null;
  /** Raw bytes as the target sent them, in a file below `sessionDir`. */
  consoleFile: string;
  /** Program counter, sampled a few times at a hang, as `0x…`; empty where the target cannot tell. */
  stuckPcs: string[];
  /** The simulator's own words (a register dump at a lockup), not the target's. */
  stderr: string;
  duration_ms: number;
  /** What became of the task's result files, where it names any. */
  resultFiles?: { path: string; kept: string | null; problem: string | null }[];
  /** What the session was given to print, where its task asks for that. */
  nonce?: string;
  /** Firmware asked this computer to run a command through semihosting (SYS_SYSTEM); none was run. */
  askedForCommand?: boolean;
}

/**
 * One target, from allocation to teardown. Calls come in this order: `start`, `run`, then any of
 * `reset`, `run` again, and always `stop`, which never fails and leaves no process behind.
 *
 * - `start` brings the target up with not one console byte lost: started stopped, console attached,
 *   then released, then the health check. A configured banner that does not come is TEST_ENV_FAILURE. Without
 *   a banner the first byte proves health at once; a simulator that runs on but says nothing within the
 *   health time is healthy too (its silence is the firmware's, and `run` will call it a timeout).
 *   Other errors: TEST_ENV_FAILURE with the simulator's own words when it exits or refuses the image,
 *   TOOLCHAIN_MISSING where the simulator is not installed (with the install command).
 * - `run` waits for the end of the test. A test that hangs, crashes, exits or floods is a result, not an
 *   error; ENV_ERROR only where the target itself vanished.
 * - Aborting the signal ends the session within the teardown time.
 */
export interface Environment {
  start(signal: AbortSignal): Promise<Result<void>>;
  run(signal: AbortSignal, onConsole: (bytes: Uint8Array) => void): Promise<Result<SessionEnd>>;
  reset(signal: AbortSignal): Promise<Result<void>>;
  stop(): Promise<void>;
}
