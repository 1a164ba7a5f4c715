import * as z from 'zod';
import { type Message, text, wordsSchema } from './texts/words.js';

/**
 * Who wrote the verdict lines of a pass. `checked`: none of them needs a function of a file that the patch touches. `self-reported`:
 * patched code had a part in them, or nothing here can tell.
 */
export const PROVENANCES = ['checked', 'self-reported'] as const;

export const ProvenanceSchema = z.object({
  by: z.enum(PROVENANCES),
  /** Why it is not checked; null where it is. */
  why: wordsSchema.nullable(),
  /** Changed functions that were seen at work while verdicts were written. */
  writers: z.array(z.string()),
});
export type Provenance = z.infer<typeof ProvenanceSchema>;

/** Who wrote the verdict lines, in words. */
export const PROVENANCE_TEXTS: Readonly<Record<Provenance['by'], Message>> = {
  checked: text`the tests wrote the verdict lines, as another run showed`,
  'self-reported': text`nothing shows that the tests alone wrote the verdict lines`,
};
