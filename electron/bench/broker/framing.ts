import { spawn } from 'node:child_process';
import type { LinkSettings } from '../link/link.js';

/** Framing and flow control: all but the speed. */
export type Framing = Omit<LinkSettings, 'baud'>;

/** Output that flow control holds up keeps stty waiting; ms. */
const STTY_MS = 1000;

/**
 * Changes the framing of a terminal that this process has open: it stays open, and what has arrived is kept. The library
 * changes the speed alone; stty (POSIX, `stty`) has no words for a descriptor, so it opens the terminal once more, which
 * raises DTR and RTS (Linux, `tty_port_block_til_ready`).
 *
 * @returns false where there is no stty for it, or the driver does not take all of it
 */
export function setFraming(path: string, framing: Framing): Promise<boolean> {
  // other systems' stty names the terminal in other ways
  if (process.platform !== 'linux') return Promise.resolve(false);
  const argv = ['-F', path, ...sttyWords(framing)];
  return new Promise((resolve) => {
    const child = spawn('stty', argv, { stdio: 'ignore', timeout: STTY_MS });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}

const PARITY = { none: ['-parenb'], even: ['parenb', '-parodd'], odd: ['parenb', 'parodd'] } as const;
const FLOW = {
  none: ['-crtscts', '-ixon', '-ixoff'],
  rtscts: ['crtscts', '-ixon', '-ixoff'],
  xonxoff: ['-crtscts', 'ixon', 'ixoff'],
} as const;

const sttyWords = ({ dataBits, parity, stopBits, flow }: Framing): string[] => [
  `cs${dataBits}`,
  ...PARITY[parity],
  stopBits === 2 ? 'cstopb' : '-cstopb',
  ...FLOW[flow],
];
