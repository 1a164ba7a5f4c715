import * as z from 'zod';
import { BaudSchema } from '../../../shared/baud.js';
import { ProblemSchema } from '../../../shared/problem.js';
import { MARK_KINDS } from '../console/marks.js';
import { ROLES } from './port-settings.js';

/** Control messages of the broker's protocol (`frames.ts`), JSON. Requests carry an id, which the answer names. */

const id = z.number().int().min(0).max(0xffffffff);
const bytes = z.number().int().positive().max(0x7fffffff);

const settings = z.strictObject({
  baud: BaudSchema,
  dataBits: z.union([z.literal(5), z.literal(6), z.literal(7), z.literal(8)]),
  parity: z.enum(['none', 'even', 'odd']),
  stopBits: z.union([z.literal(1), z.literal(2)]),
  flow: z.enum(['none', 'rtscts', 'xonxoff']),
});

const byte = z.number().int().min(0).max(0xff);
/** See `Link.writeInTurn`. */
const turn = z.strictObject({ bytes: z.base64(), first: byte, answer: bytes });

const lines = z.strictObject({ dtr: z.boolean(), rts: z.boolean(), brk: z.boolean() }).partial();

/** Clients of every version are understood as far as this, so that they can be told of theirs. */
const HelloSchema = z.object({
  do: z.literal('hello'),
  id,
  version: z.number().int(),
  token: z.string().max(200),
  /** Which port is wanted (`portKey`). */
  port: z.string().max(4096).default(''),
  /** For people: who holds the port. */
  who: z.string().max(200),
});

/** The first client's `open` opens the port; a later one is refused where its settings differ from those of its role. */
const OpenSchema = z.strictObject({
  do: z.literal('open'),
  id,
  path: z.string().min(1).max(4096),
  settings,
  lines,
  role: z.enum(ROLES),
  /** Absolute; the folder of this port's capture. The first client's counts. */
  captureDir: z.string().min(1).max(4096),
  capBytes: z.number().int().positive(),
  segmentBytes: bytes,
});

export const ClientMessageSchema = z.discriminatedUnion('do', [
  HelloSchema,
  OpenSchema,
  /** Console pushes from now on, at most `credit` bytes ahead of the acknowledged ones. */
  z.strictObject({ do: z.literal('subscribe'), id, credit: bytes }),
  z.strictObject({ do: z.literal('ack'), bytes }),
  /** Copies the console's bytes from now on into `file` too. One for each client. */
  z.strictObject({ do: z.literal('tap'), id, file: z.string().min(1).max(4096), append: z.boolean() }),
  /** Answered once the tap's file is whole; value: its bytes. */
  z.strictObject({ do: z.literal('untap'), id }),
  z.strictObject({ do: z.literal('take'), id, credit: bytes }),
  z.strictObject({ do: z.literal('wireAck'), bytes }),
  z.strictObject({ do: z.literal('turns'), id, turns: z.array(turn).min(1) }),
  z.strictObject({ do: z.literal('discard'), id }),
  z.strictObject({ do: z.literal('drain'), id }),
  z.strictObject({ do: z.literal('reopen'), id }),
  /** The holder of the wire has the port closed for another program, and opened again; what it hears then is the holder's. */
  z.strictObject({ do: z.literal('lend'), id }),
  z.strictObject({ do: z.literal('takeBack'), id }),
  z.strictObject({ do: z.literal('configure'), id, settings: settings.partial() }),
  z.strictObject({ do: z.literal('lines'), id, lines }),
  z.strictObject({ do: z.literal('break'), id, ms: z.number().int().min(1).max(10_000) }),
  /** Answered with `ModemLinesSchema`. */
  z.strictObject({ do: z.literal('modem'), id }),
  z.strictObject({ do: z.literal('state'), id }),
]);
export type ClientMessage = z.infer<typeof ClientMessageSchema>;
export type Request = Exclude<ClientMessage, { do: 'ack' | 'wireAck' }>;
export type OpenRequest = Omit<z.infer<typeof OpenSchema>, 'do' | 'id'>;

export const PortStateSchema = z.strictObject({
  path: z.string(),
  settings,
  /** False while the device is unplugged. */
  present: z.boolean(),
  /** It has DTR, RTS and break, as far as is known while it is away. */
  hasLines: z.boolean(),
  /** Who holds the wire, or null. */
  holder: z.string().nullable(),
  /** Bytes of the capture so far: the offset of the next one. */
  total: z.number(),
  /** The offset of the first byte since the device was opened last. */
  since: z.number(),
  captureDir: z.string(),
  pid: z.number(),
});
export type PortState = z.infer<typeof PortStateSchema>;

/** Null where the port has no such lines. */
export const ModemLinesSchema = z
  .strictObject({ cts: z.boolean(), dsr: z.boolean(), dcd: z.boolean() })
  .nullable();

const MarkSchema = z.strictObject({
  kind: z.enum(MARK_KINDS),
  offset: z.number(),
  /** Bytes concerned; 0 where nobody can know. */
  count: z.number(),
  monotonicNs: z.string().regex(/^\d+$/),
  wallMs: z.number(),
  text: z.string(),
});

export const BrokerMessageSchema = z.union([
  z.strictObject({ re: id, ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ re: id, ok: z.literal(false), error: ProblemSchema }),
  z.strictObject({ event: z.literal('mark'), mark: MarkSchema }),
  /** The capture holds bytes up to here that were not pushed, for want of credit. */
  z.strictObject({ event: z.literal('kept'), upTo: z.number() }),
  /** A tap could not write: its file is not whole. */
  z.strictObject({ event: z.literal('tapFailed'), error: ProblemSchema }),
]);
export type BrokerMessage = z.infer<typeof BrokerMessageSchema>;
export type MarkEvent = z.infer<typeof MarkSchema>;
