import type { CortexM } from 'dapjs';
import { hex } from '../../image/parsed.js';
import { LinkLost } from '../../link/link.js';
import { within } from '../../within.js';
import { ProtocolFault } from '../fault.js';
import type { DapChannel } from './channel.js';

/** The target behind a probe, by SWD: its first AHB access port (Arm Debug Interface v5, C2). */
export interface DapTarget {
  /** Any bytes; words are read. @throws ProtocolFault, LinkLost */
  read(address: number, size: number): Promise<Uint8Array>;
  /** Lets the core run, and resets the chip (Armv7-M ARM, B3.2.6 AIRCR.SYSRESETREQ). @throws ProtocolFault, LinkLost */
  reset(): Promise<void>;
  /** Lets go of the pins. @throws ProtocolFault, LinkLost */
  disconnect(): Promise<void>;
}

const SWD = 1;
/** A response may take so long, ms: WAITs are repeated by the probe. */
const TRANSFER_MS = 10_000;
/** The address that counts up by itself is good for no more (ADIv5, C2.2.2 "Auto-increment size"), bytes. */
export const BLOCK_BYTES = 1024;
const WORD = 4;
/** Debug Halting Control and Status Register, with its key and without C_HALT (Armv7-M ARM, C1.6.2). */
const DHCSR = 0xe000_edf0;
const RUN = 0xa05f_0000;

/**
 * Takes hold of the target by SWD: line reset, switch from JTAG, power-up of the debug domain. What dapjs has for it is
 * used. @throws ProtocolFault where the target does not answer, LinkLost
 */
export async function connectTarget(
  channel: DapChannel,
  { clock, ms, signal }: { clock: number; ms: number; signal: AbortSignal },
): Promise<DapTarget> {
  const { default: dapjs } = await import('dapjs');
  const transport = transportOf(channel);
  const core = new dapjs.CortexM(transport, SWD, clock);
  const ask: Ask = (work, where) => explained(work, transport, where);
  // It waits for the power-up for ever: then the transport is taken away from it.
  const connecting = ask(core.connect());
  connecting.catch(() => undefined); // given up, nobody asks how it ended
  const end = await within(connecting, { ms, signal });
  if (end === 'late' || end === 'aborted') {
    await transport.close();
    throw new ProtocolFault(UNFINISHED[end], CHECK_TARGET);
  }
  return {
    read: (address, size) => readBytes({ core, ask }, address, size),
    async reset() {
      await ask(core.writeMem32(DHCSR, RUN));
      await ask(core.softReset());
    },
    disconnect: () => ask(core.disconnect()),
  };
}

const UNFINISHED = {
  late: 'the target does not switch its debug domain on',
  aborted: 'stopped while taking hold of the target',
} as const;

/** Waits for what dapjs does, and says in our words what it throws. */
type Ask = <T>(work: Promise<T>, where?: string) => Promise<T>;

async function readBytes(
  { core, ask }: { core: CortexM; ask: Ask },
  address: number,
  size: number,
): Promise<Uint8Array> {
  const first = address - (address % WORD);
  const last = Math.ceil((address + size) / WORD) * WORD;
  const bytes = new Uint8Array(last - first);
  for (let at = first; at < last; ) {
    const end = Math.min(last, at - (at % BLOCK_BYTES) + BLOCK_BYTES);
    const words = await ask(core.readBlock(at, (end - at) / WORD), hex(at));
    const view = new DataView(bytes.buffer, at - first);
    words.forEach((word, index) => {
      view.setUint32(index * WORD, word, true);
    });
    at = end;
  }
  return bytes.slice(address - first, address - first + size);
}

interface Transport {
  packetSize: number;
  /** How the last transfer ended (DAP_Transfer, "Transfer Response"): dapjs does not say where it was cut short. */
  lastAck: number | undefined;
  open(): Promise<void>;
  close(): Promise<void>;
  read(): Promise<DataView>;
  write(data: ArrayBuffer | ArrayBufferView): Promise<void>;
}

/** DAP_WriteABORT, of whose word dapjs sends the first byte only, which a HID report alone makes good. */
const WRITE_ABORT = 0x08;
const WRITE_ABORT_BYTES = 6;

/** Where the commands that transfer have it in their response. */
const ACK_AT: Readonly<Record<number, number>> = { 5: 2, 6: 3 };

/** What dapjs sends and receives by. It never has two commands on the way. */
function transportOf(channel: DapChannel): Transport {
  let isOpen = true;
  const opened = () => {
    if (!isOpen) throw new LinkLost(channel.usb.name, 'the target was given up');
    return channel;
  };
  const transport: Transport = {
    packetSize: channel.packetSize,
    lastAck: undefined,
    open: async () => undefined,
    close: async () => {
      isOpen = false;
    },
    async read() {
      const packet = await opened().receive(TRANSFER_MS);
      const at = ACK_AT[packet[0] ?? 0];
      if (at !== undefined) transport.lastAck = packet[at];
      return new DataView(packet.buffer, packet.byteOffset, packet.length);
    },
    async write(data) {
      const bytes = ArrayBuffer.isView(data)
        ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
        : new Uint8Array(data);
      const length = bytes[0] === WRITE_ABORT ? WRITE_ABORT_BYTES : 0;
      const packet = new Uint8Array(Math.max(length, bytes.length));
      packet.set(bytes);
      await opened().send(packet);
    },
  };
  return transport;
}

const CHECK_TARGET = 'see that the board has power and that its debug pins are connected';
const CHECK_ACCESS =
  'check the regions of the profile; if its flash is protected, unlock it with a tool of its maker';

const ACKS: Readonly<Record<number, readonly [why: string, next: string]>> = {
  2: ['the target is busy for too long', CHECK_TARGET],
  4: ['the target refuses the access', CHECK_ACCESS],
};
const SILENT = ['the target does not answer by SWD', CHECK_TARGET] as const;

/** What dapjs throws where no transfer failed. */
const WORDS: readonly (readonly [pattern: RegExp, why: string, next: string])[] = [
  [/^Mode not enabled/, 'the probe has no SWD', 'use another probe'],
  [/^Bad (status|response)/, 'the probe refuses a command', 'plug the probe in again'],
];

async function explained<T>(work: Promise<T>, transport: Transport, where?: string): Promise<T> {
  try {
    return await work;
  } catch (error) {
    // dapjs has no error of its own.
    if (!(error instanceof Error) || error.constructor !== Error) throw error;
    const [why, next] = meaningOf(error.message, transport.lastAck);
    throw new ProtocolFault(where === undefined ? why : `${where}: ${why}`, next);
  }
}

function meaningOf(words: string, ack: number | undefined): readonly [why: string, next: string] {
  const known = WORDS.find(([pattern]) => pattern.test(words));
  if (known !== undefined) return [known[1], known[2]];
  return ACKS[ack ?? 0] ?? SILENT;
}
