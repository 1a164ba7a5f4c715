/**
 * A byte stream to a device: a serial port, or what stands in for one (a socket of a simulator, a port that another
 * process owns). Calls are made by one holder, one after the other.
 *
 * - What arrives is kept in order until it is read; nothing is dropped but by `discard`.
 * - `read` gives at least one byte and at most `max`, or null where none came within `timeoutMs`.
 * - A stream that ends or fails (unplugged) makes every pending and later call throw `LinkLost` within 3 s.
 */
export interface Link {
  /** Path or address, for messages. */
  readonly name: string;
  /** Resolves once the bytes are with the system. */
  write(bytes: Uint8Array): Promise<void>;
  /**
   * Where another process owns the port, that process writes each turn as soon as the one before was answered: this one
   * would have to wake up for each. It reads the answers later, as always. An answer that begins otherwise ends the turns,
   * and so does any other write. Resolves once the first turn is with the system.
   */
  writeInTurn?(turns: readonly Turn[]): Promise<void>;
  /** Resolves once the bytes have left, where the system can tell. */
  drain(): Promise<void>;
  read(max: number, timeoutMs: number): Promise<Uint8Array | null>;
  /** Drops what has arrived and was not read. */
  discard(): Promise<void>;
  /** Puts bytes back in front of what is read next: they belong to whoever reads after this holder. */
  unread(bytes: Uint8Array): void;
  configure(settings: Partial<LinkSettings>): Promise<void>;
  /** Closes and opens the port again, where somebody keeps it open for this holder: there are boards that this resets. */
  reopen?(): Promise<void>;
  /** False where the device has no such lines (a pseudo-terminal): unsupported is not an error. */
  setLines(lines: Partial<Lines>): Promise<boolean>;
  close(): Promise<void>;
}

/** A write, and what must answer it before the next one. */
export interface Turn {
  bytes: Uint8Array;
  /** The first byte of the answer, where it is a good one. */
  first: number;
  /** How many bytes it then has. */
  answer: number;
}

export interface LinkSettings {
  /** Bits per second. */
  baud: number;
  dataBits: 5 | 6 | 7 | 8;
  parity: 'none' | 'even' | 'odd';
  stopBits: 1 | 2;
  flow: 'none' | 'rtscts' | 'xonxoff';
}

/** Output lines of a serial port; `true` is asserted (the low level on a TTL adapter). */
export interface Lines {
  dtr: boolean;
  rts: boolean;
  brk: boolean;
}

/** Input lines of a serial port; RI is not read. */
export interface ModemLines {
  cts: boolean;
  dsr: boolean;
  dcd: boolean;
}

export const DEFAULT_SETTINGS: LinkSettings = {
  baud: 115200,
  dataBits: 8,
  parity: 'none',
  stopBits: 1,
  flow: 'none',
};

/** The device is gone, or the port failed: thrown by a link, turned into a `Problem` where the protocol ends. */
export class LinkLost extends Error {
  constructor(
    readonly link: string,
    why: string,
  ) {
    super(why);
    this.name = 'LinkLost';
  }
}
