import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { About, ExportFormat } from '../../shared/ipc/runs.js';
import type { HandlersOf, Input, Output } from '../../shared/ipc.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import type { TaskAsked } from '../../shared/task-asked.js';
import { speechIn } from '../../shared/texts/speech.js';
import type { Core } from '../core/core-api.js';
import { openTask, startAgain } from './again.js';
import type { Attention } from './attention.js';
import type { Desktop } from './desktop.js';
import type { Drives } from './drives.js';
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

/** What the person is asked before an unproven patch is published; nothing is published. Errors: those of `Core.accept`. */
async function offerToAccept(
  core: Core,
  { run, choice }: Input<'acceptOffer'>,
): Promise<Result<Output<'acceptOffer'>>> {
  let offered: Output<'acceptOffer'> | null = null;
  const looked = await core.accept(run, {
    choice,
    by: 'window',
    agree: async ({ question, subject, binding }) => {
      offered = { question, subject, binding };
      return false;
    },
  });
  if (!looked.ok) return looked;
  return offered === null ? fail(changed(run)) : ok(offered);
}

/** Publishes the patch, if it still is the one that the person saw. Errors: those of `Core.accept`, GATE_NOT_FOUND. */
async function acceptRun(
  core: Core,
  { run, choice, binding }: Input<'acceptRun'>,
): Promise<Result<Output<'acceptRun'>>> {
  const agree = async (offer: { binding: string }): Promise<boolean> => offer.binding === binding;
  const accepted = await core.accept(run, { choice, by: 'window', agree });
  if (!accepted.ok) return accepted;
  return accepted.value === null ? fail(changed(run)) : ok(accepted.value);
}

const changed = (run: string): Problem => ({
  code: 'GATE_NOT_FOUND',
  message: 'the run offers another patch by now than the one that was shown',
  where: run,
  next: 'look at what it offers now, and accept that',
});

const SUFFIX: Record<ExportFormat, string> = { json: 'json', html: 'html', junit: 'xml' };

/**
 * Writes the report of a run where the person says. `file` is null where they closed the dialog.
 * Errors: those of `Core.render`, DISK_FULL and HOME_UNWRITABLE from the file system.
 */
export async function exportReport(
  o: { core: Core; desktop: Desktop },
  { run, format, language }: Input<'exportReport'>,
): Promise<Result<{ file: string | null }>> {
  const text = await o.core.render(run, format, language);
  if (!text.ok) return text;
  const file = await o.desktop.chooseExport(`${run}.${SUFFIX[format]}`, format);
  if (file === null) return ok({ file });
  return writeFile(file, text.value).then(
    () => ok({ file }),
    (error: NodeJS.ErrnoException) => fail(notWritten(file, error)),
  );
}

const notWritten = (file: string, error: NodeJS.ErrnoException): Problem => ({
  code: error.code === 'ENOSPC' ? 'DISK_FULL' : 'HOME_UNWRITABLE',
  message: `the report could not be written: ${error.message}`,
  where: file,
  next: 'choose another folder',
});

/**
 * Shows the run's folder in the file manager. The path is the journal's, never the window's, and must be a folder below
 * `home`: opening anything else could start a program.
 */
export async function openRunFolder(
  o: { core: Core; desktop: Desktop; home: string },
  run: string,
): Promise<Result<void>> {
  const details = o.core.details(run);
  if (!details.ok) return details;
  const { folder } = details.value;
  if (!isBelow(folder, o.home) || !(await isFolder(folder))) return fail(noFolder(folder));
  const reason = await o.desktop.openFolder(folder);
  return reason === '' ? ok(undefined) : fail(notOpened(folder, reason));
}

function isBelow(folder: string, home: string): boolean {
  const relative = path.relative(path.resolve(home), path.resolve(folder));
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

const isFolder = (folder: string): Promise<boolean> =>
  stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );

const noFolder = (folder: string): Problem => ({
  code: 'ARTIFACT_MISSING',
  message: 'the folder of the run is not there',
  where: folder,
  next: 'it was moved or removed; the journal still has the trace and the report',
});

const notOpened = (folder: string, reason: string): Problem => ({
  code: 'ENV_ERROR',
  message: `the file manager could not open it: ${reason}`,
  where: folder,
  next: 'open the folder by hand',
});
