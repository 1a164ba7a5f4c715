import type { Socket } from 'node:net';
import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';

/** What QEMU says: the QMP specification, sections 2.2 to 2.5. */
const Message = z.union([
  z.object({ QMP: z.looseObject({}) }),
  z.object({ event: z.string(), data: z.looseObject({}).default({}) }),
  z.object({ error: z.object({ desc: z.string() }), id: z.number() }),
  z.object({ return: z.unknown(), id: z.number() }),
]);

export interface QmpEvent {
  event: string;
  data: Readonly<Record<string, unknown>>;
}

/** `refused`: QEMU's own words are in `desc`. `closed`: QEMU has ended, perhaps because of the command. */
export type QmpError = { why: 'refused' | 'closed' | 'timeout'; desc: string };

export interface Qmp {
  /** Runs one command; the answer is as the command's schema in QEMU's documentation has it. */
  command(name: string, args?: Readonly<Record<string, unknown>>): Promise<Result<unknown, QmpError>>;
  onEvent(listener: (event: QmpEvent) => void): void;
}

type Answer = Result<unknown, QmpError>;

/** QEMU answers within milliseconds; on a busy computer a target that spins lets its main loop wait for seconds. */
const ANSWER_MS = 10_000;

const CLOSED: Answer = fail({ why: 'closed', desc: 'QEMU has closed the connection' });
const SILENT: Answer = fail({ why: 'timeout', desc: `QEMU gave no answer within ${ANSWER_MS} ms` });

/**
 * A QMP client over one connection: commands matched to answers by id, events to listeners. Lines that are not QMP
 * are dropped: an unanswered command times out.
 */
export function createQmp(socket: Socket): Qmp {
  const waiting = new Map<number, (answer: Answer) => void>();
  const listeners: ((event: QmpEvent) => void)[] = [];
  let nextId = 1;
  let closed = false;
  socket.on('close', () => {
    closed = true;
    for (const settle of waiting.values()) settle(CLOSED);
  });
  onMessage(socket, (message) => {
    if ('event' in message) for (const listener of listeners) listener(message);
    else if ('error' in message)
      waiting.get(message.id)?.(fail({ why: 'refused', desc: message.error.desc }));
    else if ('id' in message) waiting.get(message.id)?.(ok(message.return));
  });
  const command: Qmp['command'] = (execute, args) =>
    new Promise((resolve) => {
      if (closed) return resolve(CLOSED);
      const id = nextId++;
      const settle = (answer: Answer) => {
        clearTimeout(timer);
        waiting.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => settle(SILENT), ANSWER_MS);
      waiting.set(id, settle);
      socket.write(`${JSON.stringify({ execute, arguments: args, id })}\n`);
    });
  return { command, onEvent: (listener) => listeners.push(listener) };
}

function onMessage(socket: Socket, handle: (message: z.infer<typeof Message>) => void): void {
  let rest = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const message = Message.safeParse(parseJson(line));
      if (message.success) handle(message.data);
    }
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined; // not QMP: refused by the schema
  }
}
