import { ok, type Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { type Link, LinkLost, type Turn } from '../link/link.js';
import { createReceiveQueue } from '../link/receive-queue.js';
import type { Connection } from './connection.js';
import { FRAME } from './frames.js';

/** Bytes that the broker sends ahead of what was read. */
const CREDIT = 256 * 1024;
const LOST = new Set(['PORT_LOST']);

/**
 * Takes the wire of a brokered port: the console pauses until the link is closed. Its bytes that nobody read by then, and
 * those put back with `unread`, are console again; the port stays open all the while.
 *
 * Errors: PORT_BUSY where somebody else holds it.
 */
export async function takeWire(connection: Connection, name: string): Promise<Result<Link>> {
  const inbox = createInbox((bytes) => connection.tell({ do: 'wireAck', bytes }));
  connection.on.wire = inbox.arrived;
  const before = { gone: connection.on.gone, mark: connection.on.mark };
  connection.on.gone = () => {
    inbox.fail(new LinkLost(name, 'the process that owns the port has ended'));
    before.gone?.();
  };
  connection.on.mark = (mark) => {
    if (mark.kind === 'lost') inbox.fail(new LinkLost(name, mark.text));
    before.mark?.(mark);
  };
  const restore = (): void => {
    connection.on = { ...connection.on, ...before, wire: undefined };
  };
  const taken = await connection.ask({ do: 'take', credit: CREDIT });
  if (!taken.ok) {
    restore();
    return taken;
  }
  return ok(linkOn(connection, name, inbox, restore));
}

function linkOn(connection: Connection, name: string, inbox: Inbox, restore: () => void): Link {
  let open = true;
  const done = async (answer: Promise<Result<unknown>>): Promise<unknown> => {
    inbox.assertAlive();
    if (!open) throw new LinkLost(name, 'the link was closed');
    const result = await answer;
    if (result.ok) return result.value;
    const lost = new LinkLost(name, inEnglish(result.error.message));
    if (LOST.has(result.error.code)) inbox.fail(lost);
    throw lost;
  };
  return {
    name,
    write: async (bytes) => void (await done(writeAll(connection, bytes))),
    writeInTurn: async (turns) =>
      void (await done(connection.ask({ do: 'turns', turns: turns.map(encodeTurn) }))),
    drain: async () => void (await done(connection.ask({ do: 'drain' }))),
    read: async (max, timeoutMs) => {
      if (!open) throw new LinkLost(name, 'the link was closed');
      return inbox.read(max, timeoutMs);
    },
    discard: async () => {
      inbox.settle();
      const answer = connection.ask({ do: 'discard' });
      // What is under way comes before the answer.
      await done(answer);
      inbox.clear();
    },
    unread: inbox.unread,
    configure: async (settings) => void (await done(connection.ask({ do: 'configure', settings }))),
    reopen: async () => void (await done(connection.ask({ do: 'reopen' }))),
    setLines: async (lines) => (await done(connection.ask({ do: 'lines', lines }))) === true,
    close: async () => {
      if (!open) return;
      open = false;
      inbox.settle();
      await connection.give(FRAME.release, inbox.returned());
      restore();
    },
  };
}

const encodeTurn = ({ bytes, first, answer }: Turn) => ({
  ...{ first, answer },
  bytes: Buffer.from(bytes).toString('base64'),
});

/** One frame takes `MAX_DATA` at most; smaller pieces leave room for control frames. */
const WRITE_PIECE = 64 * 1024;

async function writeAll(connection: Connection, bytes: Uint8Array): Promise<Result<unknown>> {
  for (let at = 0; at < bytes.length; at += WRITE_PIECE) {
    const written = await connection.give(FRAME.write, bytes.subarray(at, at + WRITE_PIECE));
    if (!written.ok) return written;
  }
  return ok(null);
}

interface Inbox {
  arrived(bytes: Buffer): void;
  read(max: number, timeoutMs: number): Promise<Uint8Array | null>;
  unread(bytes: Uint8Array): void;
  clear(): void;
  /** Tells the broker now of all that was read. */
  settle(): void;
  /** What was read and put back, in order. */
  returned(): Uint8Array;
  fail(error: LinkLost): void;
  assertAlive(): void;
}

/**
 * Bytes that arrived. The broker hears once a turn of those that were read, which may be one by one, and keeps the others in
 * case this process dies.
 */
function createInbox(acknowledge: (bytes: number) => void): Inbox {
  const queue = createReceiveQueue();
  /** Read once, put back: the broker has forgotten them. */
  let back = Buffer.alloc(0);

  let untold = 0;
  const settle = (): void => {
    if (untold > 0) acknowledge(untold);
    untold = 0;
  };

  const takeBack = (max: number): Uint8Array => {
    const bytes = back.subarray(0, max);
    back = back.subarray(bytes.length);
    return bytes;
  };
  const takeArrived = async (max: number, timeoutMs: number): Promise<Uint8Array | null> => {
    const bytes = await queue.read(max, timeoutMs);
    if (bytes === null) return null;
    if (untold === 0) setImmediate(settle);
    untold += bytes.length;
    return bytes;
  };

  return {
    arrived: queue.push,
    read: async (max, timeoutMs) => (back.length > 0 ? takeBack(max) : takeArrived(max, timeoutMs)),
    unread: (bytes) => {
      back = Buffer.concat([bytes, back]);
    },
    clear: () => {
      back = Buffer.alloc(0);
      queue.discard();
    },
    settle,
    returned: () => back,
    fail: queue.end,
    assertAlive: queue.assertOpen,
  };
}
