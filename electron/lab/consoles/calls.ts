import path from 'node:path';
import type { Decoded } from '../../../shared/ipc/console-decode.js';
import type { ConsoleView } from '../../../shared/ipc/console-view.js';
import type { HandlersOf, Input } from '../../../shared/ipc.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { PortClient } from '../../bench/broker/port-client.js';
import { hexRowsAt } from '../../bench/console/hex-rows-at.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { identityOf } from '../../bench/ports/same-board.js';
import { createCaptureSearch } from './capture-search.js';
import { decodeConsole } from './decode.js';
import { createConsoleDesk } from './desk.js';
import { createExporter } from './export.js';

/** What the window's Console view can ask for. */
export interface ConsoleCalls {
  handlers: Omit<HandlersOf<'console'>, 'pickElf' | 'exportConsole'>;
  /** Errors: USAGE where nothing was captured of the ports, those of `Exporter.write`. */
  exportTo(wanted: Input<'exportConsole'> & { file: string }): Promise<Result<{ file: string | null }>>;
  shutDown(): void;
}

/** @param brokerFile absolute path of `dist/broker.js`; the other programs lie beside it */
export function createConsoleCalls(
  { home, brokerFile }: { home: string; brokerFile: string },
  push: (view: ConsoleView) => void,
): ConsoleCalls {
  const dist = path.dirname(brokerFile);
  const sheetFile = path.join(dist, 'sheet.js');
  const exporter = createExporter(sheetFile);
  const desk = createConsoleDesk({ home, brokerFile, sheetFile, exporting: exporter.progress }, push);
  const search = createCaptureSearch(path.join(dist, 'search.js'));

  const onPort = async <T>(
    id: string,
    work: (client: PortClient) => Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const port = desk.port(id);
    return port.ok ? port.value.use(work) : port;
  };
  const onLines = async (id: string, work: (client: PortClient) => Promise<Result<boolean>>) => {
    const done = await onPort(id, work);
    if (!done.ok) return done;
    return done.value ? ok(undefined) : fail({ ...NO_LINES, where: id });
  };

  return {
    handlers: {
      watchConsole: () => ok(desk.watch()),
      unwatchConsole: () => ok(desk.unwatch()),
      consolePorts: async () => {
        const listed = await listPorts();
        if (!listed.ok) return listed;
        return ok(
          listed.value.flatMap((port) => {
            const { kind, path: at, description } = port;
            const identity = identityOf(port, listed.value);
            return kind === 'serial' && at !== null ? [{ path: at, identity, description }] : [];
          }),
        );
      },
      openPort: async ({ port, settings }) => ok(await desk.open(port, settings)),
      closePort: ({ port }) => ok(desk.close(port)),
      setRules: desk.setRules,
      rows: desk.rows,
      rowAt: desk.rowAt,
      plot: desk.plot,
      stopSearch: () => ok(search.stop()),
      stopExport: () => ok(exporter.stop()),
      searchConsole: (wanted) => search.find(desk.captures(), wanted),
      hexRows: async ({ port, from, count }) => {
        const found = desk.port(port);
        if (!found.ok) return found;
        const folder = found.value.folder();
        return ok(folder === null ? [] : await hexRowsAt(folder, from, count));
      },
      send: ({ port, hex }) => onPort(port, (client) => client.write(Buffer.from(hex, 'hex'))),
      setLines: async ({ port, lines }) => {
        const { dtr, rts } = lines;
        const wanted = { ...(dtr !== undefined && { dtr }), ...(rts !== undefined && { rts }) };
        const done = await onLines(port, (client) => client.setLines(wanted));
        const found = desk.port(port);
        if (done.ok && found.ok) found.value.noteLines(lines);
        return done;
      },
      decode: async ({ port, offset, elf }) => {
        const found = desk.port(port);
        if (!found.ok) return found;
        const folder = found.value.folder();
        if (folder === null) return ok(NOTHING_SAID);
        return decodeConsole({ home, port: found.value.facts().path, folder, offset, elf });
      },
      sendBreak: ({ port, ms }) => onLines(port, (client) => client.sendBreak(ms)),
    },
    exportTo: async ({ ports, ...wanted }) => {
      const captures = desk.captures().filter(({ port }) => ports.includes(port));
      return captures.length === 0
        ? fail({ ...NOT_OPENED, where: ports.join(', ') })
        : exporter.write({ captures, ...wanted });
    },
    shutDown: () => {
      search.stop();
      exporter.stop();
      desk.shutDown();
    },
  };
}

const NOTHING_SAID: Decoded = { fault: null, calls: [], symbols: null, missingTool: null };

const NOT_OPENED: Problem = { code: 'USAGE', message: 'nothing was captured of this port' };

const NO_LINES: Problem = { code: 'USAGE', message: 'this port has no DTR, RTS or break' };
