import * as z from 'zod';
import { PromptRecordSchema } from '../prompt-record.js';
import { PROVIDER_NAMES } from '../provider-name.js';
import { ReplacedSchema } from '../replaced.js';
import { CallResultSchema } from '../session-panel.js';
import { SpendingSchema } from '../spending.js';
import { UnusableReplySchema } from '../unusable-reply.js';
import { type CallsOf, nothing } from './calls.js';

const run = z.string().min(1).max(200);
const path = z.string().min(1).max(4096);

/** Characters of a request, or of a message to a run. */
export const MOST_WORDS = 20_000;
/** Characters of a reply that was pasted. */
export const MOST_REPLY = 1_000_000;

/** A prompt of the provider `manual` that waits for a person. */
const WaitingPromptSchema = z.object({
  /** Names it in its run. */
  prompt: z.string(),
  judgement: z.string(),
  /** The question that it waits with. */
  gate: z.string(),
  /** Files of the repository whose text is inside: a person sees them before the text is copied. */
  files: z.array(z.string()),
  /** What placeholders stand for inside, by kind; null: not recorded. */
  replaced: ReplacedSchema.nullable(),
  /** The last reply to the same judgement, where it could not be used. */
  before: UnusableReplySchema.nullable(),
  characters: z.number().int(),
  /** What is copied. */
  text: z.string(),
});
export type WaitingPrompt = z.infer<typeof WaitingPromptSchema>;

/** The calls about sessions, and about what models were asked. */
export const SESSION_CALLS = {
  /** Starts a session with one request. */
  ask: {
    in: z.strictObject({
      text: z.string().min(1).max(MOST_WORDS),
      /** A folder in a git repository; null: that of the task, or none. */
      repo: path.nullable(),
      taskFile: path.nullable(),
      provider: z.enum(PROVIDER_NAMES),
    }),
    out: z.object({ run }),
  },
  /** Asks for a folder in the system's own dialog; null where the person closed it. */
  pickRepository: { in: nothing, out: z.object({ folder: z.string().nullable() }) },
  /** A message to a run in any state. `node`: the one part of it that it is for; absent: whichever hears it for the run. */
  say: {
    in: z.strictObject({
      run,
      node: z.string().min(1).max(300).optional(),
      text: z.string().min(1).max(MOST_WORDS),
    }),
    out: nothing,
  },
  /** Takes back what a call of a session changed, and all calls after it; null: all of them. */
  undo: { in: z.strictObject({ run, call: z.number().int().min(1).nullable() }), out: nothing },
  /** What a call gave. */
  callResult: { in: z.strictObject({ run, call: z.number().int().min(1) }), out: CallResultSchema },
  /** A request to a model and its reply, as evidence of a transition names it. */
  promptRecord: { in: z.strictObject({ run, file: z.string().min(1).max(300) }), out: PromptRecordSchema },
  /** Prompts of a run that wait for a reply by hand. */
  waitingPrompts: { in: z.strictObject({ run }), out: z.array(WaitingPromptSchema) },
  /** Puts the text of a waiting prompt on the clipboard. */
  copyPrompt: { in: z.strictObject({ run, prompt: z.string().min(1).max(300) }), out: nothing },
  /** The reply that a person brought. */
  replyByHand: {
    in: z.strictObject({
      run,
      prompt: z.string().min(1).max(300),
      reply: z.string().min(1).max(MOST_REPLY),
    }),
    out: nothing,
  },
  /** What the requests of a run to models used; null: it made none. */
  spending: { in: z.strictObject({ run }), out: SpendingSchema.nullable() },
} as const satisfies CallsOf<'sessions'>;
