import * as z from 'zod';
import { inOneLine, nested, text, type Words } from './texts/words.js';

/** What was wrong with a reply that could not be used, and the prompt that it answered; null: one of another state. */
export const UnusableReplySchema = z.object({ prompt: z.string().nullable(), why: z.string() });
export type UnusableReply = z.infer<typeof UnusableReplySchema>;

/** The same in one line, for whoever brings the next reply. */
export const unusableText = ({ prompt, why }: UnusableReply): Words =>
  inOneLine(
    prompt === null
      ? text`the last reply could not be used: ${nested(why)}`
      : text`the reply to ${prompt} could not be used: ${nested(why)}`,
  );
