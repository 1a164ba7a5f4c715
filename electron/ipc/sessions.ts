import { readFile } from 'node:fs/promises';
import type { WaitingPrompt } from '../../shared/ipc/sessions.js';
import type { HandlersOf, Input } from '../../shared/ipc.js';
import { fail, ok, type Result } from '../../shared/problem.js';
import type { SessionAsked } from '../../shared/session-asked.js';
import { text } from '../../shared/texts/words.js';
import type { Core, Said } from '../core/core-api.js';
import type { Desktop } from './desktop.js';
import type { Drives } from './drives.js';

interface SessionParts {
  core: Core;
  drives: Drives;
  desktop: Desktop;
}

/** What main does for the calls about sessions, and about what models were asked. */
export function sessionHandlers({ core, drives, desktop }: SessionParts): HandlersOf<'sessions'> {
  const tell = (run: string, said: Said): Promise<Result<void>> => tellAndGoOn({ core, drives }, run, said);
  return {
    ask: (wanted) => drives.start({ approvals: 'ask', asked: { ...askedOf(wanted) } }, 'full'),
    pickRepository: async () => ok({ folder: await desktop.chooseFolder() }),
    say: ({ run, node, text: words }) => tell(run, { type: 'message', node, payload: { text: words } }),
    undo: ({ run, call }) => tell(run, { type: 'undo', payload: { call } }),
    callResult: ({ run, call }) => core.callResult(run, call),
    promptRecord: ({ run, file }) => core.promptRecord(run, file),
    waitingPrompts: ({ run }) => waitingPrompts(core, run),
    copyPrompt: ({ run, prompt }) => copyPrompt({ core, desktop }, run, prompt),
    replyByHand: ({ run, prompt, reply }) => core.reply(run, prompt, reply, 'window'),
    spending: ({ run }) => core.spending(run),
  };
}

const askedOf = ({ text: words, repo, taskFile, provider }: Input<'ask'>): SessionAsked => ({
  ...{ machine: 'session', text: words, provider },
  ...(repo !== null && { repo }),
  ...(taskFile !== null && { taskFile }),
});

/**
 * A run that is at work hears it when its turn is over, and goes on here where it came too late for that; one that nobody drives goes
 * on at once.
 */
async function tellAndGoOn(
  { core, drives }: Pick<SessionParts, 'core' | 'drives'>,
  run: string,
  said: Said,
): Promise<Result<void>> {
  const leaving = drives.leaving(run);
  const told = await core.tell(run, said, 'window');
  if (!told.ok) return told;
  if (leaving !== null) {
    void leaving.then(() => {
      const unheard = core.hasUnheard(run);
      if (unheard.ok && unheard.value) void drives.resume(run, 'full');
    });
    return ok(undefined);
  }
  if (core.isDriven(run)) return ok(undefined);
  const resumed = await drives.resume(run, 'full');
  return resumed.ok ? ok(undefined) : resumed;
}

/** The prompts with their text. Errors: those of `Core.prompts`, ARTIFACT_MISSING. */
async function waitingPrompts(core: Core, run: string): Promise<Result<WaitingPrompt[]>> {
  const waiting = await core.prompts(run);
  if (!waiting.ok) return waiting;
  const shown: WaitingPrompt[] = [];
  for (const { prompt, judgement, gate, files, replaced, before, characters, file } of waiting.value) {
    const content = await readFile(file, 'utf8').catch(() => null);
    if (content === null) return fail(gone(file));
    shown.push({ prompt, judgement, gate, files, replaced, before, characters, text: content });
  }
  return ok(shown);
}

/** The page itself may not write to the clipboard. Errors: those of `waitingPrompts`, GATE_NOT_FOUND. */
async function copyPrompt(
  { core, desktop }: Pick<SessionParts, 'core' | 'desktop'>,
  run: string,
  prompt: string,
): Promise<Result<void>> {
  const waiting = await waitingPrompts(core, run);
  if (!waiting.ok) return waiting;
  const wanted = waiting.value.find((one) => one.prompt === prompt);
  if (wanted === undefined) return fail(notWaiting(run, prompt));
  desktop.copyText(wanted.text);
  return ok(undefined);
}

const notWaiting = (run: string, prompt: string) => ({
  code: 'GATE_NOT_FOUND' as const,
  message: text`no prompt ${prompt} of run ${run} waits for a reply`,
  next: text`list what waits with \`benchloop prompts\``,
});

const gone = (file: string) => ({
  code: 'ARTIFACT_MISSING' as const,
  message: text`the text of this prompt is gone`,
  where: file,
  next: text`abort the run, or go on without a reply`,
});
