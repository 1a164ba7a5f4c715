import type { Port } from '../../../shared/port.js';
import type { Result } from '../../../shared/problem.js';
import type { Exec } from '../../../shared/process.js';

/** What a board is driven with. */
export interface BoardTools {
  exec: Exec;
  /** Absolute path of the port owner's program. */
  brokerFile: string;
  /** The data folder: captures, and what is kept of each board. */
  home: string;
}

/** A board that was found and leased for a session. */
export interface BoardTarget {
  /** The registry's id. */
  id: string;
  /** Path of the port of its console; null where it has none. */
  port: string | null;
  /** What it is now, also when it came back under another name or as another USB device. Error: BOARD_NOT_FOUND. */
  findDevice: () => Promise<Result<Port>>;
  /** Told when it is in its bootloader. */
  entered: () => Promise<void>;
  /** After a write: gives a board that was met in its bootloader some seconds to come back as its program. */
  settle: (signal: AbortSignal) => Promise<void>;
}
