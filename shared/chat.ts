import * as z from 'zod';
import { ProblemSchema } from './problem.js';
import { wordsSchema } from './texts/words.js';

/** Characters of one attached text; of a longer log the end is kept, of all else the start. */
export const MOST_ATTACHED = 60_000;
/** Attached texts of one chat: all of them go with each question. */
export const MOST_ATTACHMENTS = 8;
/** Characters of a question. */
export const MOST_QUESTION = 20_000;

export const ATTACHABLE = ['log', 'report'] as const;

/** An attached text: of which run, or which file of its repository. */
const AttachedSchema = z.object({
  /** Names it in the chat. */
  name: z.string(),
  kind: z.enum([...ATTACHABLE, 'file']),
  of: z.string(),
  characters: z.number().int(),
  /** Only a part of it is attached. */
  cut: z.boolean(),
});

const ChatTurnSchema = z.object({
  question: z.string(),
  /** The model's own words, as far as they came. */
  answer: z.string(),
  state: z.enum(['asking', 'answered', 'failed', 'stopped']),
  problem: ProblemSchema.nullable(),
});
export type ShownTurn = z.infer<typeof ChatTurnSchema>;
export type Attached = z.infer<typeof AttachedSchema>;

/** What a person is asked before text first goes to a host. */
const ConsentSchema = z.object({ question: wordsSchema, subject: wordsSchema, binding: z.string() });

/** The chat of the window. It is no run: nothing of it is journalled, and it can call nothing. */
export const ChatViewSchema = z.object({
  topic: z.literal('chat'),
  revision: z.number().int(),
  attached: z.array(AttachedSchema),
  turns: z.array(ChatTurnSchema),
  /** Null: nothing is asked now. */
  consent: ConsentSchema.nullable(),
});
export type ChatView = z.infer<typeof ChatViewSchema>;
