import * as z from 'zod';
import { ATTACHABLE, ChatViewSchema, MOST_QUESTION } from '../chat.js';
import { PROVIDER_NAMES } from '../provider-name.js';
import { type CallsOf, nothing } from './calls.js';

const name = z.string().min(1).max(4200);

/** The calls about the chat beside the runs. Main holds it, and pushes it whole; the page names no path. */
export const CHAT_CALLS = {
  chat: { in: nothing, out: ChatViewSchema },
  /** Attaches something of a run; it goes with each question from now on. */
  attachRun: {
    in: z.strictObject({ run: z.string().min(1).max(200), what: z.enum(ATTACHABLE) }),
    out: nothing,
  },
  /** Asks for a file of a repository in the system's own dialog, and attaches it. */
  attachFile: { in: nothing, out: nothing },
  detach: { in: z.strictObject({ name }), out: nothing },
  /** Done when the question is on its way. */
  askChat: {
    in: z.strictObject({
      question: z.string().min(1).max(MOST_QUESTION),
      /** Null: who plays ANALYST by the policy. */
      provider: z.enum(PROVIDER_NAMES).nullable(),
    }),
    out: nothing,
  },
  /** `binding` is that of the question as it was shown. */
  answerChat: { in: z.strictObject({ binding: z.string(), agreed: z.boolean() }), out: nothing },
  stopChat: { in: nothing, out: nothing },
  /** Forgets questions, answers and attached texts. */
  newChat: { in: nothing, out: nothing },
} as const satisfies CallsOf<'chat'>;
