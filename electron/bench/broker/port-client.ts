import type * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { createFollower, type Heard } from '../console/follower.js';
import type { Lines, Link, LinkSettings, ModemLines } from '../link/link.js';
import type { Connection } from './connection.js';
import { FRAME } from './frames.js';
import {
  type MarkEvent,
  ModemLinesSchema,
  type OpenRequest,
  type PortState,
  PortStateSchema,
} from './messages.js';
import { reachBroker, type Who } from './start.js';
import { takeWire } from './wire-link.js';

/** A brokered port, as one client sees it. */
export interface PortClient {
  /** As it was when this client came. */
  readonly opened: PortState;
  state(): Promise<Result<PortState>>;
  /**
   * Everything on the console from now on, in order and without holes: what does not come in time is read from the
   * capture. The next bytes come once `hear` has dealt with the last ones; a slow one delays nobody else.
   *
   * @param from what was said before counts too, from this offset: `opened.since`, `opened.total`
   */
  listen(hear: (heard: Heard) => Promise<void> | void, from?: number): Promise<Result<PortState>>;
  /** Resolves when everything that the console said until now was heard. */
  heard(): Promise<void>;
  write(bytes: Uint8Array): Promise<Result<void>>;
  /** The owner of the port copies the console into `file`, byte for byte. */
  tap(file: string, mode: 'new' | 'append'): Promise<Result<void>>;
  /** Once the tap's file is whole; its size in bytes. */
  untap(): Promise<Result<void>>;
  /** False where the port has no such lines. */
  setLines(lines: Partial<Lines>): Promise<Result<boolean>>;
  sendBreak(ms: number): Promise<Result<boolean>>;
  /** Null where the port has no such lines. */
  modem(): Promise<Result<ModemLines | null>>;
  configure(settings: Partial<LinkSettings>): Promise<Result<void>>;
  /** The wire for this client alone; `close` of the link gives it back. Errors: PORT_BUSY. */
  take(): Promise<Result<Link>>;
  /** The port closed for another program that opens it itself; see there. Errors: PORT_BUSY, PORT_LOST. */
  lend(): Promise<Result<LentPort>>;
  close(): void;
}

/** A port that another program may open; the console pauses meanwhile, and others who show it stay. */
export interface LentPort {
  /** Opens it again. Errors: those of opening; it may be tried again. What is heard from here on waits for `end`. */
  takeBack(): Promise<Result<void>>;
  /** What was heard since `takeBack` is console. A port that was not taken back is opened again when it is free. */
  end(): Promise<void>;
}

export interface PortEvents {
  onMark(mark: MarkEvent): void;
  onTapFailed(problem: Problem): void;
  /** The broker was killed: nothing comes any more; the port can be opened again. */
  onGone(): void;
}

/** Console bytes that may be under way to this client: in a flood it is cheaper to read them from the capture. */
const CREDIT = 256 * 1024;

/** Errors: those of opening the port, PORT_BUSY where others of the role have it open with other settings, those of `reachBroker`. */
export async function attachPort(
  request: OpenRequest,
  who: Who,
  events: PortEvents,
): Promise<Result<PortClient>> {
  const reached = await reachBroker(request.path, who);
  if (!reached.ok) return reached;
  const connection = reached.value;
  connection.on.mark = events.onMark;
  connection.on.tapFailed = events.onTapFailed;
  connection.on.gone = events.onGone;
  const opened = parsed(PortStateSchema, await connection.ask({ do: 'open', ...request }));
  if (!opened.ok) {
    connection.close();
    return opened;
  }
  return ok(clientOn(connection, opened.value));
}

function clientOn(connection: Connection, opened: PortState): PortClient {
  const state = async (): Promise<Result<PortState>> =>
    parsed(PortStateSchema, await connection.ask({ do: 'state' }));
  let idle = async (): Promise<void> => {};
  return {
    opened,
    state,
    listen: async (hear, from) => {
      const follower = createFollower(opened.captureDir, hear, (bytes) =>
        connection.tell({ do: 'ack', bytes }),
      );
      connection.on.console = follower.onPush;
      connection.on.kept = follower.onKept;
      idle = follower.idle;
      if (from !== undefined) follower.startAt(from);
      const subscribed = parsed(PortStateSchema, await connection.ask({ do: 'subscribe', credit: CREDIT }));
      if (!subscribed.ok) return subscribed;
      follower.startAt(subscribed.value.total);
      follower.onKept(subscribed.value.total);
      return subscribed;
    },
    heard: () => idle(),
    write: async (bytes) => nothing(await connection.give(FRAME.write, bytes)),
    tap: async (file, mode) => nothing(await connection.ask({ do: 'tap', file, append: mode === 'append' })),
    untap: async () => nothing(await connection.ask({ do: 'untap' })),
    setLines: async (lines) => truth(await connection.ask({ do: 'lines', lines })),
    sendBreak: async (ms) => truth(await connection.ask({ do: 'break', ms })),
    modem: async () => parsed(ModemLinesSchema, await connection.ask({ do: 'modem' })),
    configure: async (settings) => nothing(await connection.ask({ do: 'configure', settings })),
    take: () => takeWire(connection, opened.path),
    lend: () => lendPort(connection),
    close: () => connection.close(),
  };
}

/** Nothing of it is read here: all that comes while the wire is held is the console's afterwards. */
async function lendPort(connection: Connection): Promise<Result<LentPort>> {
  const taken = await connection.ask({ do: 'take', credit: 1 });
  if (!taken.ok) return taken;
  const end = async () => void (await connection.give(FRAME.release, new Uint8Array()));
  const lent = await connection.ask({ do: 'lend' });
  if (lent.ok) return ok({ takeBack: async () => nothing(await connection.ask({ do: 'takeBack' })), end });
  await end();
  return lent;
}

const nothing = (result: Result<unknown>): Result<void> => (result.ok ? ok(undefined) : result);
const truth = (result: Result<unknown>): Result<boolean> => (result.ok ? ok(result.value === true) : result);

function parsed<T>(schema: z.ZodType<T>, result: Result<unknown>): Result<T> {
  if (!result.ok) return result;
  const value = schema.safeParse(result.value);
  return value.success
    ? ok(value.data)
    : fail({
        code: 'VERSION_MISMATCH',
        message: 'the owner of the port answers in another way than expected',
        next: 'end the other Benchloop that has this port',
      });
}
