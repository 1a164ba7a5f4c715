import { createHash } from 'node:crypto';

/**
 * Hash over all that an answer covers, 64 hex digits: whatever of it changes, the answer no longer counts.
 *
 * @param covered JSON data; the order of keys counts
 */
export const bindingOf = (covered: unknown): string =>
  createHash('sha256').update(JSON.stringify(covered)).digest('hex');
