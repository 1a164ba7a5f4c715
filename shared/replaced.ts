import * as z from 'zod';
import { nested, text, type Words } from './texts/words.js';

/** How many different texts of each kind placeholders stand for in a request, such as `PASSWORD`; `FILE` counts places. */
export const ReplacedSchema = z.record(z.string(), z.number().int().nonnegative());
export type Replaced = z.infer<typeof ReplacedSchema>;

/** The counts of several requests together; null where a request does not record them. */
export function replacedInAll(all: readonly (Replaced | null)[]): Replaced {
  const sum: Record<string, number> = {};
  for (const replaced of all)
    for (const [kind, count] of Object.entries(replaced ?? {})) sum[kind] = (sum[kind] ?? 0) + count;
  return sum;
}

const listed = (replaced: Replaced): string =>
  Object.entries(replaced)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ');

/** What placeholders stand for in one line. That nothing else is secret, nobody can say, and it is not said. */
export function replacedText(replaced: Replaced | null): Words {
  if (replaced === null) return text`what was replaced is not recorded`;
  return Object.keys(replaced).length === 0
    ? text`nothing was recognised as a secret and replaced; there can be secrets all the same`
    : text`replaced by placeholders: ${listed(replaced)}; there can be other secrets`;
}

/** What a run asked models. */
export const ModelsAskedSchema = z.object({
  requests: z.number().int().nonnegative(),
  replaced: ReplacedSchema,
});
export type ModelsAsked = z.infer<typeof ModelsAskedSchema>;

/** The same in one line. */
export const modelsAskedText = ({ requests, replaced }: ModelsAsked): Words =>
  text`${requests} requests; ${nested(replacedText(replaced))}`;
