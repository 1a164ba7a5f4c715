import path from 'node:path';
import type { Channel, Gate } from '../../shared/events.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { promptOfGate } from '../../shared/prompt-name.js';
import type { PromptRecord } from '../../shared/prompt-record.js';
import type { Replaced } from '../../shared/replaced.js';
import { text } from '../../shared/texts/words.js';
import type { UnusableReply } from '../../shared/unusable-reply.js';
import { handReply, promptFile } from '../agents/manual/manual.js';
import { type Playing, switchRoles } from '../agents/playing.js';
import { type Kept, namesIn, PROMPTS, promptOf, readRecord } from '../agents/records/records.js';
import { replaceFileSync } from '../files/replace-file.js';
import { unwritten, written } from '../files/written.js';
import { answerGate } from './answer-gate.js';
import { openGates } from './open-gates.js';
import { createRunList } from './run-list.js';
import { runFolder, summarise, withRun } from './run-store.js';

/** A prompt that waits for a person to take it to a model. */
export interface WaitingPrompt {
  run: string;
  /** What `reply` calls it. */
  prompt: string;
  judgement: string;
  role: string;
  at: string;
  /** The question that it waits with. */
  gate: string;
  /** The text to copy, as a file of this computer. */
  file: string;
  characters: number;
  /** Files of the repository whose text is inside. */
  files: string[];
  /** What placeholders stand for inside, by kind; null: not recorded. */
  replaced: Replaced | null;
  /** The last reply to the same judgement, where it could not be used. */
  before: UnusableReply | null;
}

interface Waiting {
  kept: Kept;
  gate: Gate;
}

/** Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT. */
export function waitingPrompts(home: string, run?: string): Result<WaitingPrompt[]> {
  const runs = run === undefined ? unfinished(home) : [run];
  const all: WaitingPrompt[] = [];
  for (const id of runs) {
    const waiting = waitingIn(home, id);
    if (!waiting.ok) return waiting;
    all.push(...waiting.value.map((one) => shown(home, id, one)));
  }
  return ok(all);
}

const unfinished = (home: string): string[] =>
  createRunList(home)()
    .runs.filter(({ final_status }) => final_status === null)
    .map(({ run }) => run);

function shown(home: string, run: string, { kept: { file, record }, gate }: Waiting): WaitingPrompt {
  const { judgement, role, at, files, replaced, before, messages } = record;
  return {
    run,
    prompt: promptOf(file),
    ...{ judgement, role, at, files, replaced, before, gate: gate.gate },
    file: path.join(runFolder(home, run), promptFile(file)),
    characters: messages.reduce((sum, { content }) => sum + content.length, 0),
  };
}

/** Prompts of a run whose question is open now. */
function waitingIn(home: string, run: string): Result<Waiting[]> {
  return withRun(home, run, (journal) => {
    const open = openGates(journal);
    if (!open.ok) return open;
    const waiting: Waiting[] = [];
    for (const gate of open.value) {
      const prompt = promptOfGate(gate);
      if (prompt === null) continue;
      const file = `${PROMPTS}/${prompt}.json`;
      const record = readRecord(path.join(runFolder(home, run), file));
      if (!record.ok) return record;
      if (record.value.hash === gate.binding) waiting.push({ kept: { file, record: record.value }, gate });
    }
    return ok(waiting);
  });
}

/**
 * Gives the reply to a prompt that waits. It is in the record before the run hears of it. Errors: RUN_NOT_FOUND, GATE_NOT_FOUND, USAGE
 * where the reply is empty, DISK_FULL, HOME_UNWRITABLE, those of `Core.answer`.
 */
export function replyTo(
  home: string,
  run: string,
  { prompt, pasted, by }: { prompt: string; pasted: string; by: Channel },
): Result<void> {
  const all = waitingIn(home, run);
  if (!all.ok) return all;
  const waiting = all.value.find(({ kept }) => promptOf(kept.file) === prompt);
  if (!waiting) return fail(noPrompt(run, prompt, all.value));
  if (pasted.trim() === '') return fail(emptyReply(prompt));
  const { kept, gate } = waiting;
  const record = { ...kept.record, reply: handReply(pasted, kept.record), problem: null };
  const file = path.join(runFolder(home, run), kept.file);
  const put = written(home, () =>
    replaceFileSync(file, `${JSON.stringify(record, null, 1)}\n`, { mode: 0o600 }),
  );
  if (!put.ok) return put;
  return answerGate(home, run, gate.gate, {
    answer: 'replied',
    by,
    seen: { binding: gate.binding },
  });
}

const emptyReply = (prompt: string): Problem => ({
  code: 'USAGE',
  where: prompt,
  message: text`the reply is empty; nothing was recorded, and the prompt still waits`,
  next: text`give the whole answer of the model`,
});

const noPrompt = (run: string, prompt: string, all: readonly Waiting[]): Problem => ({
  code: 'GATE_NOT_FOUND',
  message: text`no prompt ${prompt} of run ${run} waits for a reply`,
  next:
    all.length > 0
      ? text`reply to one that waits: ${all.map(({ kept }) => promptOf(kept.file)).join(', ')}`
      : text`list what waits with \`benchloop prompts\``,
});

/** The record of a request that a transition names as its evidence. Errors: RUN_NOT_FOUND, ARTIFACT_MISSING, JOURNAL_CORRUPT. */
export function promptRecord(home: string, run: string, file: string): Result<PromptRecord> {
  const known = withRun(home, run, summarise);
  if (!known.ok) return known;
  const folder = runFolder(home, run);
  const name = path.posix.basename(file);
  // the names are the folder's own: no path of the window is opened
  const isThere = file === `${PROMPTS}/${name}` && namesIn(path.join(folder, PROMPTS)).includes(name);
  if (isThere) return readRecord(path.join(folder, file));
  return fail({
    code: 'ARTIFACT_MISSING',
    message: text`there is no such record of a request in run ${run}`,
    where: file,
    next: text`see what it asked for: \`benchloop prompts ${run}\``,
  });
}

/** Has other providers play roles of a run, from its next request on. Errors: RUN_NOT_FOUND, USAGE where it has ended, DISK_FULL, HOME_UNWRITABLE. */
export async function switchProvider(
  home: string,
  run: string,
  roles: Playing['roles'],
): Promise<Result<void>> {
  const known = withRun(home, run, summarise);
  if (!known.ok) return known;
  if (known.value.final_status !== null)
    return fail({ code: 'USAGE', message: text`run ${run} has ended: ${known.value.final_status}` });
  return switchRoles(runFolder(home, run), roles).then(
    () => ok(undefined),
    (error: unknown) => fail(unwritten(error, home)),
  );
}
