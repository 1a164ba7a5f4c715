import type { Socket } from 'node:net';

/** A request has some fifty bytes; what is longer is none. */
const MAX_REQUEST = 4096;

/** EPERM, as the protocol numbers errors. */
const REFUSED = 'F-1,1';

/** What the target has asked of this computer so far. */
export interface HostCalls {
  /** How often it asked for a command to be run. */
  commands(): number;
}

/**
 * Answers semihosting calls, which QEMU hands to its debugger: nothing is run, opened or read. What is written counts as
 * written, and goes nowhere. Source: GDB manual, "File-I/O Remote Protocol Extension" and "Packets" ("Overview").
 */
export function refuseHostCalls(debuggerPort: Socket): HostCalls {
  let rest = '';
  let commands = 0;
  debuggerPort.setEncoding('latin1').on('data', (text: string) => {
    const packets = (rest + text).split(/\$([^#]*)#[0-9a-f]{2}/);
    rest = (packets.pop() ?? '').slice(-MAX_REQUEST);
    for (const request of packets.filter((_, i) => i % 2 === 1)) {
      if (request.startsWith('Fsystem,')) commands += 1;
      debuggerPort.write(request.startsWith('F') ? `+${packet(answerTo(request))}` : '+');
    }
  });
  return { commands: () => commands };
}

/** `Fwrite,fd,address,length`: all of it. */
function answerTo(request: string): string {
  const [, length] = /^Fwrite,[0-9a-f]+,[0-9a-f]+,([0-9a-f]+)/.exec(request) ?? [];
  return length === undefined ? REFUSED : `F${length}`;
}

/** The checksum is the sum of the characters modulo 256. */
function packet(text: string): string {
  const sum = Buffer.from(text, 'latin1').reduce((all, byte) => (all + byte) % 256, 0);
  return `$${text}#${sum.toString(16).padStart(2, '0')}`;
}
