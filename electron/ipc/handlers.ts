import type { About } from '../../shared/ipc/runs.js';
import type { HandlersOf, Input } from '../../shared/ipc.js';
import { ok, type Result } from '../../shared/problem.js';
import type { TaskAsked } from '../../shared/task-asked.js';
import { speechIn } from '../../shared/texts/speech.js';
import type { Core } from '../core/core-api.js';
import { acceptRun, offerToAccept } from './accept.js';
import { openTask, startAgain } from './again.js';
import type { Attention } from './attention.js';
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
  attention: Pick<Attention, 'speak'>;
  about: About;
}

/** What main does for the calls about runs. */
export function runHandlers(parts: HandlerParts): HandlersOf<'runs'> {
  const { core, store, drives, desktop, attention, about } = parts;
  return {
    about: () => ok(about),
    speak: async ({ language }) => ok(attention.speak(await speechIn(language))),
    profiles: async () => ok(await core.profiles()),
    demos: async () => ok(await core.demos()),
    runs: () => ok(store.runs()),
    watch: ({ run, beside }) => store.watch(run, beside),
    pickTask: async () => ok({ taskFile: await desktop.chooseFile('task') }),
    start: ({ pace, approvals, ...task }) =>
      drives.start({ approvals, asked: { machine: 'firmware-loop', ...task } }, pace),
    startDemo: (wanted) => startDemo(parts, wanted),
    again: (wanted) => startAgain(parts, wanted),
    modelProblem: async () => ok(await core.providerProblem('openai')),
    openTask: ({ run }) => openTask(parts, run),
    acceptOffer: (wanted) => offerToAccept(core, wanted),
    acceptRun: (seen) => acceptRun(core, seen),
    nextStep: ({ run }) => drives.nextStep(run),
    resume: ({ run, pace }) => drives.resume(run, pace),
    abort: ({ run, force }) => drives.abort(run, force),
    answer: ({ run, gate, binding, answer, text }) =>
      core.answer(run, gate, { answer, text, by: 'window', seen: { binding } }),
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
  const asked: TaskAsked = { machine: 'firmware-loop', taskFile, provider: 'rules' };
  return drives.start({ approvals: wanted.ask ? 'ask' : 'all', asked }, wanted.pace ?? 'full');
}
