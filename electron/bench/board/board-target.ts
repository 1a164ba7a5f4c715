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
  /** Path of its port now; it may come back under another one. */
  port: string;
}
