import type { BoardsView, Imported } from '../../shared/ipc/boards.js';
import { ok, type Result } from '../../shared/problem.js';
import { boardProfiles } from '../core/board-profiles.js';
import type { BenchNow } from '../lab/boards/bench-now.js';
import type { BoardRegistry } from '../lab/boards/registry.js';
import type { BenchWatch } from '../lab/boards/watch-bench.js';
import type { BenchParts, ServedArea } from './served-area.js';

/** Loaded when the window first looks at boards: most starts are about runs. */
const later = {
  drives: () => import('../lab/boards/drives.js'),
  byHand: () => import('../lab/boards/by-hand.js'),
  import: () => import('../lab/boards/import-file.js'),
  store: () => import('../lab/boards/registry.js'),
  watch: () => import('../lab/boards/watch-bench.js'),
} as const;

/** The ports and boards of this computer, pushed while the window looks at them and whenever they change. */
export function serveBoards(parts: BenchParts, push: (view: BoardsView) => void): ServedArea<'boards'> {
  const { core, desktop, home } = parts;
  let watch: BenchWatch | null = null;
  let wanted = false;
  let revision = 0;
  let sent = '';

  const show = (bench: BenchNow): void => {
    const content = JSON.stringify(bench);
    if (content === sent) return;
    sent = content;
    revision += 1;
    push({ ...bench, topic: 'boards', revision });
  };
  /** Profiles are those of the moment at which somebody begins to look. */
  const begin = async (): Promise<void> => {
    wanted = true;
    const [{ watchBench }, profiles] = await Promise.all([later.watch(), boardProfiles(core)]);
    watch?.stop();
    sent = '';
    watch = wanted ? watchBench({ home, profiles }, show) : null;
  };
  const end = (): void => {
    wanted = false;
    watch?.stop();
    watch = null;
  };
  /** The window sees at once what became of it. */
  const change = async <T>(
    work: (store: BoardRegistry) => Result<T> | Promise<Result<T>>,
  ): Promise<Result<T>> => {
    const { withBoardRegistry } = await later.store();
    const done = await withBoardRegistry(home, work);
    watch?.look();
    return done;
  };
  return {
    handlers: {
      watchBoards: async () => ok(await begin()),
      unwatchBoards: () => ok(end()),
      systemChecks: async () => ok(await core.systemChecks()),
      releaseBoard: async ({ board, force }) => {
        const { releaseByHand } = await later.byHand();
        const before = await change((store) => releaseByHand(store, board, force));
        return before.ok ? ok(undefined) : before;
      },
      setDrives: async ({ board, drives }) => {
        const [{ findBoard }, { sayDrives }] = await Promise.all([later.store(), later.drives()]);
        return change((store) => {
          const known = findBoard(store, board);
          if (!known.ok) return known;
          sayDrives(home, board, drives);
          return ok(undefined);
        });
      },
      importMap: async (): Promise<Result<Imported | null>> => {
        const file = await desktop.chooseFile('hardwareMap');
        if (file === null) return ok(null);
        const { importMapFile } = await later.import();
        return change((store) => importMapFile(store, file));
      },
    },
    close: end,
  };
}
