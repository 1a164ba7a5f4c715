import type { ConsoleView } from '../../shared/ipc/console-view.js';
import { ok } from '../../shared/problem.js';
import type { ConsoleCalls } from '../run/consoles/calls.js';
import type { BenchParts, ServedArea } from './served-area.js';

/** Consoles in the window; what serves them is loaded with the first call. */
export function serveConsole(
  { home, brokerFile, desktop }: BenchParts,
  push: (view: ConsoleView) => void,
): ServedArea<'console'> {
  let loading: Promise<ConsoleCalls> | null = null;
  const load = async (): Promise<ConsoleCalls> => {
    const { createConsoleCalls } = await import('../run/consoles/calls.js');
    return createConsoleCalls({ home, brokerFile }, push);
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
      hexRows: async (wanted) => (await loaded()).hexRows(wanted),
      send: async (wanted) => (await loaded()).send(wanted),
      setLines: async (wanted) => (await loaded()).setLines(wanted),
      pickElf: async () => ok({ file: await desktop.chooseFile('image') }),
      decode: async (wanted) => (await loaded()).decode(wanted),
      sendBreak: async (wanted) => (await loaded()).sendBreak(wanted),
    },
    close: () => void loading?.then(({ shutDown }) => shutDown()),
  };
}
