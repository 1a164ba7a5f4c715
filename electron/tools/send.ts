import * as z from 'zod';
import { ok } from '../../shared/problem.js';
import { inLines, text } from '../../shared/texts/words.js';
import { visibleName } from '../../shared/visible-text.js';
import { bindingOf } from '../engine/binding.js';
import type { StoredApprovals } from '../engine/stored-approvals.js';
import type { Asking, Tool } from '../engine/tool.js';

/** Whose text is sent, and what a person has said of it before. */
export interface SendWork {
  /** The user's repository; null: there is none. */
  repository: string | null;
  sendApprovals: StoredApprovals;
}

const SendArguments = z.object({
  host: z.string(),
  bytes: z.number(),
  files: z.array(z.string()).readonly(),
});
export type SendArguments = z.infer<typeof SendArguments>;

/** Names that one question shows; the rest is counted. */
const SHOWN = 40;

const whole = ({ repository }: SendWork): string => repository ?? '';

function sendGate({ host, bytes, files }: SendArguments, work: SendWork): Asking | null {
  const { is, binding } = work.sendApprovals.find(bindingOf(['send', whole(work), host]));
  if (is === 'genuine') return null;
  const shown = files.slice(0, SHOWN).map((file) => text`file: ${visibleName(file)}`);
  const more = files.length - shown.length;
  return {
    kind: 'send',
    isForRun: true,
    question:
      work.repository === null
        ? text`Send text that belongs to no repository to ${visibleName(host)} for the first time?`
        : text`Send text of ${visibleName(work.repository)} to ${visibleName(host)} for the first time?`,
    subject: inLines(
      text`host: ${visibleName(host)}`,
      text`this request: ${bytes} bytes, text of ${files.length} files`,
      ...shown,
      ...(more > 0 ? [text`and ${more} more files`] : []),
      text`What looks like a key or a password is replaced first; nobody can say that all of it is found.`,
      text`A yes covers later requests of this repository to this host. The ledger lists each of them.`,
    ),
    binding,
  };
}

/** Keeps a person's yes for later runs and chats. What a policy answers is kept for none. @throws Error of the file system */
export const rememberSend = (
  { repository, sendApprovals }: SendWork,
  { host, binding, run }: { host: string; binding: string; run: string | null },
): void => sendApprovals.add(binding, { run, subject: host, parts: { repository: repository ?? '' } });

/**
 * Lets text of a repository go to a model's server. Only machines ask for it, and only by `allow`: what is sent, the provider sends.
 * A person's yes is remembered for the repository and the host. Errors: DECLINED.
 */
export const send: Tool<SendArguments, null, SendWork> = {
  ...{ name: 'send', kind: 'send', isIdempotent: true, scope: 'send', danger: 'lasting' },
  arguments: SendArguments,
  result: z.null(),
  gate: async (args, work) => sendGate(args, work),
  agreed: ({ host }, work, { binding }, { run }) => rememberSend(work, { host, binding, run }),
  perform: async () => ok(null),
  reconcile: async () => 'again',
};
