import type { Say } from './language.js';
import type { Catalogue } from './template.js';
import { filled, inEnglish, type Message, type Value } from './words.js';

const ENDS_CHINESE = /[\u3001-\u9fff\uff00-\uff60] ?$/;
const BEGINS_CHINESE = /^ ?[\u3001-\u9fff\uff00-\uff60]/;

/** Blanks stand between Chinese and Latin letters, and are too much where a place holds Chinese. Line ends stay. */
export const closed = (left: string, right: string): string =>
  ENDS_CHINESE.test(left) && BEGINS_CHINESE.test(right) ? left.trimEnd() + right.trimStart() : left + right;

/**
 * Shows words in the language of the catalogue: a message by its key, with the messages in it; a string by `parsed`, which
 * looks for sentences in it. A message of another release, whose key is not here, is shown as its English is.
 */
export function sayIn(messages: Catalogue, parsed: (english: string) => string): Say {
  const templates = new Map(Object.entries(messages));
  const placed = (value: Value): string =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : rendered(value);
  const rendered = (message: Message): string => {
    const template = templates.get(message.key);
    if (template === undefined) return parsed(inEnglish(message));
    return filled(template, message.values, placed).reduce(closed);
  };
  return (words) => (typeof words === 'string' ? parsed(words) : rendered(words));
}
