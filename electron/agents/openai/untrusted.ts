import { createHash } from 'node:crypto';

/**
 * Marks text that others wrote. The marker carries a hash of the text, so the text cannot contain its own end.
 * `keep` says which part stays when it is longer than `limit` characters.
 */
export function untrusted(
  name: string,
  text: string,
  limit: number,
  keep: 'start' | 'end' = 'start',
): string {
  const cut = text.length > limit;
  const kept = keep === 'start' ? text.slice(0, limit) : text.slice(-limit);
  const id = createHash('sha256').update(kept).digest('hex').slice(0, 12);
  const note = cut ? ` (${keep} only: ${kept.length} of ${text.length} characters)` : '';
  return `<data ${id} ${JSON.stringify(name)}${note}>\n${kept}\n</data ${id}>`;
}
