import path from 'node:path';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { PromptRecord } from '../../../shared/prompt-record.js';
import { text } from '../../../shared/texts/words.js';
import { replaceFile } from '../../files/replace-file.js';
import { asActions, fromActions } from '../judgement/actions.js';
import type { AskIo, ModelQuestion, ModelReply } from '../model.js';
import { type Kept, promptOf, readRecord } from '../records/records.js';

/** The prompt as a person copies it, relative to the run's folder. */
export const promptFile = (record: string): string => `prompts/${promptOf(record)}.prompt.txt`;

/**
 * Writes a prompt for a person, and waits for the reply in its record. @param dir the run's folder. Errors: MODEL_FAILURE where
 * nobody wants to answer it
 */
export const manualModel =
  (dir: string) =>
  async (question: ModelQuestion, io: AskIo, { file, record }: Kept): Promise<Result<ModelReply>> => {
    const { judgement, files } = question;
    await replaceFile(path.join(dir, promptFile(file)), promptText(question), { mode: 0o600 });
    const { hash, replaced, before } = record;
    const said = await io.byHand({ file, judgement, hash, files, replaced, before });
    const now = readRecord(path.join(dir, file));
    if (!now.ok) return now;
    const { reply } = now.value;
    if (said === 'replied' && reply !== null) return ok(reply);
    return fail({ code: 'MODEL_FAILURE', message: text`nobody answered the prompt of ${judgement}` });
  };

/** One text of all messages: a chat takes one. */
function promptText(question: ModelQuestion): string {
  const { messages } = question.tools.length > 0 ? asActions(question) : question;
  const several = messages.length > 2;
  const parts = messages.map(({ role, content }) => (several ? `[${role}]\n${content}` : content));
  return `${parts.join('\n\n')}\n`;
}

/** A reply as a person pasted it: words, or where tools were offered a call. */
export function handReply(
  pasted: string,
  { tools, messages }: PromptRecord,
): NonNullable<PromptRecord['reply']> {
  const said = tools.length > 0 ? fromActions(pasted, messages.length) : { text: pasted, calls: [] };
  return { ...said, usage: null };
}
