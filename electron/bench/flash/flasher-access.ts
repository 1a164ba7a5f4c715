import { fail, type Problem, type Result } from '../../../shared/problem.js';
import type { Exec } from '../../../shared/process.js';
import type { Find } from '../../../shared/profile/find.js';
import type { Link, LinkSettings } from '../link/link.js';
import type { UsbControl } from '../link/usb-control.js';

export interface DeviceAccess {
  /**
   * Opens the device that the board is now, also after it left the bus and came back as another one; the flasher closes it.
   * Errors: BOARD_NOT_FOUND while it is not there, and those of `openUsb`.
   */
  open(): Promise<Result<UsbControl>>;
  /** Called when the program of before is over, by a flasher that takes no port: what the console says from then on, the next program says. */
  entered(): Promise<void>;
}

/** How a flasher reaches the board; each protocol takes what it needs. */
export interface FlasherAccess {
  /**
   * Opens the board's serial port, or takes it over from its holder. A board that left the bus and came back under
   * another name is found again, by its identity. The flasher closes what it opens; that gives the port back, with what
   * was put back by `Link.unread`.
   */
  openPort(settings: Partial<LinkSettings>): Promise<Result<Link>>;
  /** Which USB device the board is; null where the profile does not say. */
  usb: NonNullable<Find['usb']> | null;
  /** The board as a USB device to speak to; absent where there is none. */
  device?: DeviceAccess;
  /** Runs external tools. */
  exec: Exec;
  /** An existing folder for files that a tool reads or writes; the caller removes it. */
  scratchDir: string;
}

/** The board as a USB device to speak to. Errors: BOARD_MISMATCH where it is none, those of `DeviceAccess.open`. */
export const openDevice = async ({ device }: Pick<FlasherAccess, 'device'>): Promise<Result<UsbControl>> =>
  device === undefined ? fail(NO_USB) : device.open();

const NO_USB: Problem = {
  code: 'BOARD_MISMATCH',
  message: 'the board is no USB device',
  next: 'say in "find" of the profile which USB device it is',
};
