import type { OpenPort, Settings } from '../../../shared/ipc/console-view.js';
import { fail, type Problem, type Result } from '../../../shared/problem.js';
import { attachPort, type PortClient } from '../../bench/broker/port-client.js';
import { CAPTURE_BOUNDS, captureFolder } from '../../bench/console/capture-folder.js';
import { identityBehind } from '../../bench/ports/plugged-port.js';

/** What the window knows of a port beside its capture. */
type PortFacts = Omit<OpenPort, 'bytes' | 'gaps'>;

/** A port that is open in the window, or should be. */
export interface WindowPort {
  readonly id: string;
  facts(): PortFacts;
  /** Folder of its capture; null before it was open. */
  folder(): string | null;
  /** Resolves once it is open or failed. */
  readonly settled: Promise<void>;
  /** Errors: PORT_LOST while it is not open, those of `PortClient`. */
  use<T>(work: (client: PortClient) => Promise<Result<T>>): Promise<Result<T>>;
  /** Remembers how DTR and RTS were set. */
  noteLines(lines: { dtr?: boolean | undefined; rts?: boolean | undefined }): void;
  close(): void;
}

export interface PortTools {
  home: string;
  brokerFile: string;
  /** Its facts are others now. */
  changed(): void;
}

/** As the system sets them when it opens a port (Linux, `tty_port_raise_dtr_rts`; Windows, DTR_CONTROL_ENABLE). */
const RAISED = { dtr: true, rts: true };
const STATE_MARKS: ReadonlySet<string> = new Set(['lost', 'back', 'wire', 'console']);

/** Opens a port, whose facts tell how that went. */
export function openWindowPort(id: string, settings: Settings, tools: PortTools): WindowPort {
  let client: PortClient | null = null;
  let folder: string | null = null;
  let closed = false;
  let present = true;
  let holder: string | null = null;
  let facts: PortFacts = {
    ...{ id, path: id, identity: null, settings, state: 'opening', since: Date.now() },
    ...{ detail: '', lines: null, problem: null },
  };
  const set = (change: Partial<PortFacts>): void => {
    facts = { ...facts, ...change };
    tools.changed();
  };
  const settle = (since: number, why = ''): void => {
    if (!present) set({ state: 'away', since, detail: why });
    else if (holder !== null) set({ state: 'held', since, detail: holder });
    else set({ state: 'open', since, detail: '' });
  };
  const failed = (problem: Problem): void => {
    client = null;
    set({ state: 'failed', since: Date.now(), detail: '', problem });
  };

  const open = async (): Promise<void> => {
    const identity = await identityBehind(id);
    const attached = await attachPort(
      {
        ...{ path: id, settings, lines: {}, role: 'console' },
        captureDir: await captureFolder(tools.home, id),
        ...CAPTURE_BOUNDS,
      },
      { who: `window, process ${process.pid}`, brokerFile: tools.brokerFile },
      {
        onMark: ({ kind, text, wallMs }) => {
          if (kind === 'lost' || kind === 'back') present = kind === 'back';
          if (kind === 'wire' || kind === 'console') holder = kind === 'wire' ? text : null;
          if (kind === 'back') set({ path: text });
          if (STATE_MARKS.has(kind)) settle(wallMs, kind === 'lost' ? text : '');
        },
        onTapFailed: () => undefined,
        onGone: () => failed(GONE),
      },
    );
    if (!attached.ok) return failed(attached.error);
    if (closed) return attached.value.close();
    client = attached.value;
    const { opened } = client;
    [present, holder, folder] = [opened.present, opened.holder, opened.captureDir];
    set({ path: opened.path, identity, lines: opened.hasLines ? RAISED : null });
    settle(Date.now());
  };

  return {
    id,
    facts: () => facts,
    folder: () => folder,
    settled: open(),
    use: async (work) => (client === null ? fail({ ...NOT_OPEN, where: id }) : work(client)),
    noteLines: (lines) => {
      if (facts.lines !== null)
        set({ lines: { dtr: lines.dtr ?? facts.lines.dtr, rts: lines.rts ?? facts.lines.rts } });
    },
    close: () => {
      closed = true;
      client?.close();
      client = null;
    },
  };
}

const GONE: Problem = {
  code: 'PORT_LOST',
  message: 'the process that owns the port has ended',
  next: 'open the port again',
};

const NOT_OPEN: Problem = {
  code: 'PORT_LOST',
  message: 'the port is not open',
  next: 'open the port again',
};
