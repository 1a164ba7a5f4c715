import type { ConsoleFormat } from '../../shared/ipc/console-rows.js';
import type { ConsoleView } from '../../shared/ipc/console-view.js';
import type { HandlersOf } from '../../shared/ipc.js';
import { ok } from '../../shared/problem.js';
import type { ConsoleCalls } from '../lab/consoles/calls.js';
import type { BenchParts, ServedArea } from './served-area.js';

const SUFFIX: Record<ConsoleFormat, string> = { text: 'log', plain: 'txt', raw: 'bin', csv: 'csv' };

/** Consoles in the window; what serves them is loaded with the first call. */
export function serveConsole(
  { home, brokerFile, desktop }: BenchParts,
  push: (view: ConsoleView) => void,
): ServedArea<'console'> {
  let loading: Promise<ConsoleCalls> | null = null;
  const load = async (): Promise<ConsoleCalls> => {
    const { createConsoleCalls } = await import('../lab/consoles/calls.js');
    return createConsoleCalls({ home, brokerFile }, push);
  };
  /** The suggested name is that of the only port; the person chooses the folder. */
  const exportConsole: HandlersOf<'console'>['exportConsole'] = async (wanted) => {
    const { ports, format } = wanted;
    const name = (ports.length === 1 ? ports.join() : 'console').replace(/[^A-Za-z0-9._-]+/g, '-');
    const file = await desktop.chooseExport(`${name.replace(/^-+/, '')}.${SUFFIX[format]}`, format);
    if (file === null) return ok({ file });
    loading ??= load();
    return (await loading).exportTo({ ...wanted, file });
  };
  const loaded = async (): Promise<ConsoleCalls['handlers']> => {
    loading ??= load();
    return (await loading).handlers;
  };
  return {
    handlers: {
      watchConsole: async () => (await loaded()).watchConsole(),
      unwatchConsole: async () => (await loaded()).unwatchConsole(),
      consolePorts: async () => (await loaded()).consolePorts(),
      openPort: async (wanted) => (await loaded()).openPort(wanted),
      closePort: async (wanted) => (await loaded()).closePort(wanted),
      setRules: async (wanted) => (await loaded()).setRules(wanted),
      rows: async (wanted) => (await loaded()).rows(wanted),
      rowAt: async (wanted) => (await loaded()).rowAt(wanted),
      searchConsole: async (wanted) => (await loaded()).searchConsole(wanted),
      stopSearch: async () => (await loaded()).stopSearch(),
      hexRows: async (wanted) => (await loaded()).hexRows(wanted),
      send: async (wanted) => (await loaded()).send(wanted),
      setLines: async (wanted) => (await loaded()).setLines(wanted),
      pickElf: async () => ok({ file: await desktop.chooseFile('image') }),
      plot: async (wanted) => (await loaded()).plot(wanted),
      exportConsole,
      stopExport: async () => (await loaded()).stopExport(),
      decode: async (wanted) => (await loaded()).decode(wanted),
      sendBreak: async (wanted) => (await loaded()).sendBreak(wanted),
    },
    close: () => void loading?.then(({ shutDown }) => shutDown()),
  };
}
