import { setTimeout as delay } from 'node:timers/promises';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { attachPort } from '../../bench/broker/port-client.js';
import { CAPTURE_BOUNDS, captureFolder } from '../../bench/console/capture-folder.js';
import { timeAt } from '../../bench/console/moments.js';
import type { ConsolePort } from '../../lab/boards/console-port.js';
import { type HeardLine, heardLines } from './heard-lines.js';

/** What is wanted of a console. */
export interface ConsoleWish {
  /** How long to wait for more, ms. */
  ms: number;
  /** This many lines are enough. */
  mostLines: number;
  matches: (line: string) => boolean;
  signal: AbortSignal;
}

export interface ConsoleRead {
  lines: HeardLine[];
  /** Lines before these that were not kept: there were too many. */
  dropped: number;
  /** There may be more: `mostLines` were found. */
  isCut: boolean;
}

/** The console of a board while it is open: what it says is kept until it is read. */
export interface OpenConsole {
  /** What came since the last reading, then what comes. Errors: PORT_LOST where nothing can come any more. */
  read(wish: ConsoleWish): Promise<Result<ConsoleRead>>;
  /** Errors: PORT_LOST, PORT_BUSY. */
  write(bytes: Uint8Array): Promise<Result<void>>;
  /** From now on only what comes counts. */
  forget(): void;
  /** Nothing can come any more. */
  isGone(): boolean;
  close(): Promise<void>;
}

/** What a console comes from. */
export interface ConsoleSource {
  write(bytes: Uint8Array): Promise<Result<void>>;
  close(): Promise<void>;
}

const LOST: Problem = {
  code: 'PORT_LOST',
  message: text`the console of the board was closed: it was unplugged, or its port has another owner`,
  next: text`check the board and its cable, then read again`,
};

/** How often is looked whether more has come, ms. */
const LOOK_MS = 20;

/** A console without its source: bytes are put in, lines are read. */
export function consoleOn(source: ConsoleSource) {
  const heard = heardLines();
  let state: 'there' | 'away' | 'gone' = 'there';
  /** The next line that fits among those that have ended. */
  const nextFitting = (matches: ConsoleWish['matches']): HeardLine | undefined => {
    for (let line = heard.next(); line !== undefined; line = heard.next())
      if (matches(line.text)) return line;
    return undefined;
  };
  const read: OpenConsole['read'] = async ({ ms, mostLines, matches, signal }) => {
    const lines: HeardLine[] = [];
    const until = performance.now() + ms;
    for (;;) {
      const line = lines.length < mostLines ? nextFitting(matches) : undefined;
      if (line !== undefined) lines.push(line);
      else if (lines.length >= mostLines || state === 'gone' || signal.aborted || performance.now() >= until)
        break;
      else await delay(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
    const isCut = lines.length >= mostLines;
    const rest = isCut ? undefined : heard.rest();
    if (rest !== undefined && matches(rest.text)) lines.push(rest);
    return state !== 'there' && lines.length === 0
      ? fail(LOST)
      : ok({ lines, dropped: heard.dropped(), isCut });
  };
  const console: OpenConsole = { ...source, read, forget: heard.forget, isGone: () => state === 'gone' };
  return {
    console,
    take: heard.take,
    /** Unplugged, and back; or closed for good. */
    become: (now: typeof state) => {
      state = now;
    },
  };
}

/** Opens a board's console beside whoever else shows it. Errors: those of opening the port. */
export async function openBoardConsole(
  { path, settings }: ConsolePort,
  { home, brokerFile, board }: { home: string; brokerFile: string; board: string },
): Promise<Result<OpenConsole>> {
  const opened: { console?: ReturnType<typeof consoleOn> } = {};
  const become = (now: 'there' | 'away' | 'gone'): void => opened.console?.become(now);
  const attached = await attachPort(
    {
      ...{ path, settings, lines: {}, role: 'console' },
      captureDir: await captureFolder(home, path),
      ...CAPTURE_BOUNDS,
    },
    { who: `session, console of ${board}`, brokerFile },
    {
      onMark: ({ kind }) => {
        if (kind === 'lost' || kind === 'back') become(kind === 'lost' ? 'away' : 'there');
      },
      onTapFailed: () => undefined,
      onGone: () => become('gone'),
    },
  );
  if (!attached.ok) return attached;
  const client = attached.value;
  const shown = consoleOn({ write: client.write, close: async () => client.close() });
  opened.console = shown;
  const { captureDir } = client.opened;
  const listening = await client.listen(({ bytes, offset, wallMs }) =>
    shown.take(bytes, wallMs ?? timeAt(captureDir, offset) ?? Date.now()),
  );
  if (listening.ok) return ok(shown.console);
  client.close();
  return listening;
}
