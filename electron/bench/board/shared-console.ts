import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { BoardProfile, Rtt } from '../../../shared/profile/board.js';
import { attachPort, type LentPort } from '../broker/port-client.js';
import { CAPTURE_BOUNDS, captureFolder } from '../console/capture-folder.js';
import { bordered } from '../flash/fault.js';
import type { Link, LinkSettings } from '../link/link.js';
import { othersAt } from '../link/port-holders.js';
import type { BoardTarget, BoardTools } from './board-target.js';
import { serveRtt } from './rtt-server.js';

/** The port of a board, shared with whoever else shows it. */
export interface SharedConsole {
  /** From now on the console goes to `take`; a port that is lost tells `onLost`. */
  hear(take: (bytes: Uint8Array) => void, onLost: () => void): void;
  /** Sends to the board; what is not sent, because the port is gone, is told as that. */
  type(bytes: Uint8Array): void;
  /** The port for a flasher alone, at its settings; its `close` gives the port back, with the settings of before. */
  takeOver(settings: Partial<LinkSettings>): Promise<Result<Link>>;
  /** The port closed for a program of the vendor's that opens it itself. Errors: PORT_BUSY, PORT_LOST. */
  lend(): Promise<Result<LentPort>>;
  /** Resolves when all that the console said until now was heard. */
  heard(): Promise<void>;
  /** What went wrong, with the programs that read the port too where it went wrong there. */
  explain(problem: Problem): Promise<Problem>;
  /** Where the console is there only while the program runs: called when it does. */
  tuneIn?(): Promise<Result<void>>;
  close(): void;
}

type Listener = Parameters<SharedConsole['hear']>;

const NOBODY: Listener = [() => undefined, () => undefined];

const NO_PORT: Problem = {
  code: 'PORT_NOT_FOUND',
  message: 'the board has no serial port',
  next: 'say in the profile where it is: `consoleAt`',
};

/** Of a board that is reached over USB alone. */
const NO_CONSOLE: SharedConsole = {
  hear: () => undefined,
  type: () => undefined,
  takeOver: async () => fail(NO_PORT),
  lend: async () => fail(NO_PORT),
  heard: async () => undefined,
  explain: async (problem) => problem,
  close: () => undefined,
};

/** The stream of a tool that is run while the program does: a flasher has the probe before. */
function rttConsole(
  rtt: Rtt,
  serial: string | undefined,
  open: (listener: Listener | undefined) => Promise<Result<SharedConsole>>,
  tools: BoardTools,
): SharedConsole {
  let listener: Listener | undefined;
  let stream: SharedConsole | undefined;
  const stop = new AbortController();
  return {
    ...NO_CONSOLE,
    hear: (...to) => {
      listener = to;
      stream?.hear(...to);
    },
    type: (bytes) => stream?.type(bytes),
    heard: async () => stream?.heard(),
    tuneIn: async () => {
      const served = await serveRtt(rtt, {
        ...{ serial, stop: stop.signal, tools },
        open: () => open(listener),
      });
      if (!served.ok) return served;
      stream = served.value;
      return ok(undefined);
    },
    close: () => {
      stream?.close();
      stop.abort();
    },
  };
}

/** Errors: those of opening the port. */
export async function openConsole(
  profile: BoardProfile,
  board: BoardTarget,
  tools: BoardTools,
): Promise<Result<SharedConsole>> {
  const { rtt, ...settings } = profile.console;
  if (board.port === null) return ok(NO_CONSOLE);
  const { id, port } = board;
  const open = (listener?: Listener) => openPortConsole(settings, { id, port, listener }, tools);
  return rtt === undefined ? open() : ok(rttConsole(rtt, profile.find.usb?.serial, open, tools));
}

/** The console at a serial port. Errors: those of opening the port. */
export async function openPortConsole(
  settings: LinkSettings,
  board: { id: string; port: string; listener?: Listener | undefined },
  tools: Pick<BoardTools, 'home' | 'brokerFile'>,
): Promise<Result<SharedConsole>> {
  let [take, lost] = board.listener ?? NOBODY;
  const attached = await attachPort(
    {
      path: board.port,
      settings,
      lines: {},
      role: 'session',
      captureDir: await captureFolder(tools.home, board.port),
      ...CAPTURE_BOUNDS,
    },
    { who: `board ${board.id}`, brokerFile: tools.brokerFile },
    {
      onMark: (mark) => mark.kind === 'lost' && lost(),
      onTapFailed: () => undefined,
      onGone: () => lost(),
    },
  );
  if (!attached.ok) return attached;
  const client = attached.value;
  // who listens from the beginning hears what was said before they could ask
  const from = board.listener && client.opened.since;
  const listening = await client.listen(({ bytes }) => take(bytes), from);
  if (!listening.ok) {
    client.close();
    return fail(listening.error);
  }
  return ok({
    hear: (next, onLost) => {
      take = next;
      lost = onLost;
    },
    type: (bytes) => void client.write(bytes),
    takeOver: async (wanted) => {
      const taken = await client.take();
      if (!taken.ok) return taken;
      const link = taken.value;
      const configured = await bordered('PORT_LOST', link, async () => ok(await link.configure(wanted)));
      if (configured.ok) return taken;
      await link.close();
      return configured;
    },
    lend: () => client.lend(),
    heard: () => client.heard(),
    explain: async (problem) => {
      const { path, pid } = client.opened;
      if (problem.where !== path) return problem;
      return { ...problem, message: [problem.message, ...(await othersAt(path, pid))].join('; ') };
    },
    close: () => client.close(),
  });
}
