import type { SheetRules } from '../../../shared/ipc/console.js';
import type { Plot, Row } from '../../../shared/ipc/console-rows.js';
import {
  type ConsoleView,
  type ExportProgress,
  NO_GAPS,
  type OpenPort,
  type Settings,
} from '../../../shared/ipc/console-view.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { compileFilter, compileHighlights } from '../../bench/console/line-rules.js';
import type { PortCapture } from '../../bench/console/merged-lines.js';
import type { Grown } from '../../bench/console/sheet/messages.js';
import { type SheetReader, startSheetReader } from '../../bench/console/sheet/reader.js';
import { openWindowPort, type WindowPort } from './window-port.js';

/** The ports that are open in the window, and the sheet of their lines. */
export interface ConsoleDesk {
  /** Pushes the view now, and whenever it changes. */
  watch(): void;
  unwatch(): void;
  /** Resolves once the port is open or failed: the view says which. A port that failed is opened anew. */
  open(id: string, settings: Settings): Promise<void>;
  close(id: string): void;
  /** Errors: USAGE with the expression that is none. */
  setRules(rules: SheetRules): Promise<Result<void>>;
  rows(wish: { sheet: number; from: number; count: number }): Promise<Result<Row[]>>;
  rowAt(wish: { sheet: number; port: string; offset: number }): Promise<Result<{ row: number }>>;
  plot(wish: { sheet: number }): Promise<Result<Plot>>;
  /** Of the ports that were open once since somebody opened them here. */
  captures(): PortCapture[];
  /** Errors: USAGE where it is not open in this window. */
  port(id: string): Result<WindowPort>;
  shutDown(): void;
}

export interface DeskTools {
  home: string;
  brokerFile: string;
  /** Absolute path of `dist/sheet.js`. */
  sheetFile: string;
  /** How far the file is that is being written. */
  exporting(): ExportProgress | null;
}

/** How often it is looked what the captures hold, while somebody looks; how often the view is pushed at most. */
const LOOK_MS = 100;
/** And while much is read: the rows at the end have time to arrive before there is another end. */
const BUSY_MS = 500;
const NO_RULES: SheetRules = { filter: { include: [], exclude: [] }, highlights: [] };
const NO_SHEET: Grown = {
  sheet: { number: 0, rows: 0, leftOut: 0, busy: false, slow: false },
  amounts: [],
};

export function createConsoleDesk(tools: DeskTools, push: (view: ConsoleView) => void): ConsoleDesk {
  let ports: WindowPort[] = [];
  let reader: SheetReader | null = null;
  let rules = NO_RULES;
  let grown = NO_SHEET;
  let problem: Problem | null = null;
  let zeroMs = 0;
  let revision = 0;
  let pushed = '';
  let pushedAt = 0;
  let watched = false;
  let looking: NodeJS.Timeout | undefined;

  const captures = (): PortCapture[] =>
    ports.flatMap((port) => {
      const folder = port.folder();
      return folder === null ? [] : [{ port: port.id, folder }];
    });

  const view = (): ConsoleView => ({
    topic: 'console',
    revision,
    zeroMs,
    ports: ports.map((port) => openPort(port, grown)),
    sheet: grown.sheet,
    exporting: tools.exporting(),
    problem,
  });

  const offer = (): void => {
    const content = JSON.stringify({ ...view(), revision: 0 });
    if (!watched || content === pushed) return;
    [pushed, pushedAt] = [content, Date.now()];
    revision += 1;
    push(view());
  };

  const look = async (): Promise<void> => {
    if (!watched) return;
    const found = reader === null ? ok(NO_SHEET) : await reader.ask({ ask: 'grow' });
    problem = found.ok ? null : found.error;
    if (found.ok) grown = found.value;
    if (!grown.sheet.busy || Date.now() - pushedAt >= BUSY_MS) offer();
    lookIn(grown.sheet.busy ? 0 : LOOK_MS);
  };
  const lookIn = (ms: number): void => {
    clearTimeout(looking);
    if (watched) looking = setTimeout(() => void look(), ms);
  };

  /** The sheet is made of the ports that are open, by the rules of now. */
  const arrange = async (): Promise<Result<void>> => {
    const sources = captures();
    if (sources.length > 0) reader ??= startSheetReader(tools.sheetFile);
    const shown = await reader?.ask({ ask: 'show', sources, ...rules });
    lookIn(0);
    return shown?.ok === false ? shown : ok(undefined);
  };

  return {
    watch: () => {
      watched = true;
      pushed = '';
      lookIn(0);
    },
    unwatch: () => {
      watched = false;
      clearTimeout(looking);
    },
    open: async (id, settings) => {
      if (ports.length === 0) zeroMs = Number(process.hrtime.bigint()) / 1e6;
      const before = ports.find((port) => port.id === id);
      before?.close();
      const opened = openWindowPort(id, settings, { ...tools, changed: offer });
      ports = before ? ports.map((port) => (port === before ? opened : port)) : [...ports, opened];
      offer();
      await opened.settled;
      await arrange();
    },
    close: (id) => {
      ports.find((port) => port.id === id)?.close();
      ports = ports.filter((port) => port.id !== id);
      void arrange();
    },
    setRules: async (wanted) => {
      const wrong = [compileFilter(wanted.filter), compileHighlights(wanted.highlights)].find(
        (compiled) => !compiled.ok,
      );
      if (wrong?.ok === false) return wrong;
      rules = wanted;
      return arrange();
    },
    rows: async (wish) => (reader === null ? ok([]) : reader.ask({ ask: 'rows', ...wish })),
    rowAt: async (wish) => {
      const row = reader === null ? ok(0) : await reader.ask({ ask: 'rowAt', ...wish });
      return row.ok ? ok({ row: row.value }) : row;
    },
    plot: async (wish) => (reader === null ? ok([]) : reader.ask({ ask: 'plot', ...wish })),
    captures,
    port: (id) => {
      const found = ports.find((port) => port.id === id);
      return found ? ok(found) : fail({ code: 'USAGE', message: 'this port is not open here', where: id });
    },
    shutDown: () => {
      watched = false;
      clearTimeout(looking);
      for (const port of ports) port.close();
      void reader?.close();
    },
  };
}

function openPort(port: WindowPort, { amounts }: Grown): OpenPort {
  const amount = amounts.find(({ id }) => id === port.id);
  return { ...port.facts(), bytes: amount?.bytes ?? 0, gaps: amount?.gaps ?? NO_GAPS };
}
