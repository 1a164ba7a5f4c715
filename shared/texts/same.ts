import { FORMER } from './former.js';
import { filled, inEnglish, type Message, type Value, type Words } from './words.js';
import { MESSAGES } from './zh-cn/messages.js';

/** Whether a release of now still says it so. Every message has a Chinese entry, and every entry a use. */
const isInUse = (key: string): boolean => Object.hasOwn(MESSAGES, key);

/**
 * Whether a recorded reason is the one that is given now. Where the wording has changed since, all names and numbers in it
 * must be the same: a string is compared with the wording of its time (`FORMER`), a message by its values.
 */
export function sameWords(recorded: Words, now: Words): boolean {
  if (inEnglish(recorded) === inEnglish(now)) return true;
  if (typeof now === 'string') return false;
  return typeof recorded === 'string' ? recorded === formerly(now) : sameMessage(recorded, now);
}

/** As strings were written before there were messages. */
function formerly(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return filled(FORMER[value.key] ?? value.key, value.values, formerly).join('');
}

function sameMessage(recorded: Message, now: Message): boolean {
  if (recorded.key === now.key)
    return recorded.values.every((value, at) => sameValue(value, now.values[at] ?? ''));
  const isReworded = isInUse(now.key) && !isInUse(recorded.key);
  return isReworded && listed(recorded.values) === listed(now.values);
}

const sameValue = (recorded: Value, now: Value): boolean =>
  typeof recorded === 'number' || typeof now === 'number'
    ? String(recorded) === String(now)
    : sameWords(recorded, now);

const listed = (values: readonly Value[]): string => JSON.stringify(values.flatMap(factsIn).sort());

/** Names and numbers, whatever the order of the words around them; a sentence that is no message counts whole. */
function factsIn(value: Value): string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  if (value.values.length > 0) return value.values.flatMap(factsIn);
  return isInUse(value.key) ? [] : [value.key];
}
