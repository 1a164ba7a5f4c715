import type { About } from '../../shared/ipc/runs.js';
import type { HandlersOf, Input } from '../../shared/ipc.js';
import { ok, type Result } from '../../shared/problem.js';
import type { Core } from '../run/core-api.js';
import { answerGate } from './answer.js';
import type { Desktop } from './desktop.js';
import type { Drives } from './drives.js';
import { exportReport } from './report-file.js';
import { openRunFolder } from './run-folder.js';
import type { ViewStore } from './view-store.js';

export interface HandlerParts {
  core: Core;
  store: ViewStore;
  drives: Drives;
  desktop: Desktop;
  about: About;
}

/** What main does for the calls about runs. */
export function runHandlers(parts: HandlerParts): HandlersOf<'runs'> {
  const { core, store, drives, desktop, about } = parts;
  return {
    about: () => ok(about),
    profiles: async () => ok(await core.profiles()),
    demos: async () => ok(await core.demos()),
    runs: () => ok(store.runs()),
    watch: ({ run }) => store.watch(run),
    unwatch: ({ run }) => {
      store.unwatch(run);
      return ok(undefined);
    },
    pickTask: async () => ok({ taskFile: await desktop.chooseFile('task') }),
    start: ({ pace, ...options }) => drives.start(options, pace),
    startDemo: (wanted) => startDemo(parts, wanted),
    nextStep: ({ run }) => drives.nextStep(run),
    resume: ({ run, pace }) => drives.resume(run, pace),
    abort: ({ run }) => drives.abort(run),
    answer: (seen) => answerGate(core, seen),
    exportReport: (wanted) => exportReport(parts, wanted),
    openFolder: ({ run }) => openRunFolder({ core, desktop, home: about.home }, run),
  };
}

/**
 * Makes a fresh copy of a demo and starts its run, by rules.
 *
 * @param wanted.name absent: the default demo
 */
export async function startDemo(
  { core, drives }: Pick<HandlerParts, 'core' | 'drives'>,
  wanted: Partial<Input<'startDemo'>>,
): Promise<Result<{ run: string }>> {
  const prepared = await core.prepareDemo(wanted.name);
  if (!prepared.ok) return prepared;
  const { taskFile } = prepared.value;
  const approvals = wanted.ask ? 'ask' : 'all';
  return drives.start({ taskFile, provider: 'rules', approvals }, wanted.pace ?? 'full');
}
