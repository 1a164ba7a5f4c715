import { BaudSchema } from '../../../shared/baud.js';
import type { Lines, LinkSettings, ModemLines } from '../link/link.js';

/** The port behind the server, as the commands of RFC 2217 need it. */
export interface MirroredPort {
  settings(): LinkSettings;
  /** Somebody else has the wire: nothing is sent or changed now. */
  held(): boolean;
  write(bytes: Uint8Array): Promise<void>;
  /** The settings that hold afterwards. */
  configure(settings: Partial<LinkSettings>): Promise<void>;
  setLines(lines: Partial<Lines>): Promise<void>;
  /** Null where the port has none, or is away. */
  modem(): Promise<ModemLines | null>;
}

export const COM_PORT_OPTION = 44;
/** The server's answer to a command has this added to its number (RFC 2217, section 3, "Com Port Control"). */
export const ANSWER = 100;
const NAME = 'benchloop';

/** RFC 2217, section 3: SET-PARITY and SET-STOPSIZE values; others are not asked of this port. */
const PARITY: Readonly<Record<number, LinkSettings['parity']>> = { 1: 'none', 2: 'odd', 3: 'even' };
const STOP: Readonly<Record<number, LinkSettings['stopBits']>> = { 1: 1, 2: 2 };
const BITS: Readonly<Record<number, LinkSettings['dataBits']>> = { 5: 5, 6: 6, 7: 7, 8: 8 };
const FLOW: Readonly<Record<number, LinkSettings['flow']>> = { 1: 'none', 2: 'xonxoff', 3: 'rtscts' };
const LINES: Readonly<Record<number, Partial<Lines>>> = {
  5: { brk: true },
  6: { brk: false },
  8: { dtr: true },
  9: { dtr: false },
  11: { rts: true },
  12: { rts: false },
};
/** SET-CONTROL values that only ask. */
const ASKS_FLOW = new Set([0, 13]);

/** Each command: what it asks of the port, and its answer. A value that only asks (0) or is unknown changes nothing. */
const COMMANDS: Readonly<Record<number, (port: MirroredPort, value: Buffer) => Promise<Buffer>>> = {
  0: async () => Buffer.from(NAME),
  1: async (port, value) => {
    const baud = BaudSchema.safeParse(value.length === 4 ? value.readUInt32BE(0) : 0);
    if (baud.success) await configure(port, { baud: baud.data });
    const answer = Buffer.alloc(4);
    answer.writeUInt32BE(port.settings().baud);
    return answer;
  },
  2: async (port, value) => {
    await configure(port, { dataBits: BITS[value[0] ?? 0] });
    return Buffer.from([port.settings().dataBits]);
  },
  3: async (port, value) => {
    await configure(port, { parity: PARITY[value[0] ?? 0] });
    return Buffer.from([numberOf(PARITY, port.settings().parity)]);
  },
  4: async (port, value) => {
    await configure(port, { stopBits: STOP[value[0] ?? 0] });
    return Buffer.from([port.settings().stopBits]);
  },
  5: (port, value) => setControl(port, value[0] ?? 0),
  // Errors of the line are not watched: the mask is accepted, notifications never come.
  10: async (_, value) => value,
  // `modem-state.ts` heeds it
  11: async (_, value) => value,
  // There is no buffer of ours to purge.
  12: async (_, value) => value,
};

async function setControl(port: MirroredPort, control: number): Promise<Buffer> {
  const lines = LINES[control];
  if (lines && !port.held()) await port.setLines(lines);
  const flow = FLOW[control];
  if (flow) await configure(port, { flow });
  const isFlow = flow !== undefined || ASKS_FLOW.has(control);
  return Buffer.from([isFlow ? numberOf(FLOW, port.settings().flow) : control]);
}

async function configure(port: MirroredPort, wanted: Partial<LinkSettings>): Promise<void> {
  const now = port.settings();
  const changed = Object.entries({ ...now, ...defined(wanted) }).some(
    ([key, value]) => Object.entries(now).find(([name]) => name === key)?.[1] !== value,
  );
  if (changed && !port.held()) await port.configure(defined(wanted));
}

const defined = (settings: Partial<LinkSettings>): Partial<LinkSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

function numberOf<T>(table: Readonly<Record<number, T>>, wanted: T): number {
  return Number(Object.entries(table).find(([, value]) => value === wanted)?.[0] ?? 0);
}

/** Carries out one sub-negotiation of the option. Null for a command that RFC 2217 does not know. */
export async function comPortAnswer(port: MirroredPort, payload: Buffer): Promise<Buffer | null> {
  const command = payload[0];
  const act = command === undefined ? undefined : COMMANDS[command];
  if (act === undefined || command === undefined) return null;
  return Buffer.concat([Buffer.from([command + ANSWER]), await act(port, payload.subarray(1))]);
}

/** FLOWCONTROL-SUSPEND and -RESUME, from server to client: send nothing now; go on. */
export const SUSPEND = Buffer.from([8 + ANSWER]);
export const RESUME = Buffer.from([9 + ANSWER]);
