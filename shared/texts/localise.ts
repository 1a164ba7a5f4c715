import type { Language, Say } from './language.js';
import { compile, match, type Template, uncapitalised } from './template.js';
import { ZH_CN } from './zh-cn.js';

/** Sentences are put together with these; the first is the loosest. */
type Joint = readonly [english: string, chinese: string];
const STOPS: readonly Joint[] = [
  ['\n', '\n'],
  ['. ', '。'],
];
const JOINTS: readonly Joint[] = [
  [' — ', '——'],
  ['; ', '；'],
  [': ', '：'],
  [', ', '，'],
];

/** A text longer than this is the output of a program. */
const LONGEST = 4000;
/** Pieces of one text that are looked up; what is left after them is shown as it is. */
const MOST_PIECES = 400;
const MOST_REMEMBERED = 2000;

/** A text as it is shown, and how many of its characters the catalogue knows. */
interface Shown {
  text: string;
  known: number;
}

const PREFIX = 4;

/** Templates by how they begin; those that begin with a place, or almost at once, are all tried. */
function indexed(): (text: string) => readonly Template[] {
  const begins = new Map<string, Template[]>();
  const others: Template[] = [];
  for (const [english, chinese] of Object.entries(ZH_CN)) {
    const template = compile(english, chinese);
    const start = (template.literals[0] ?? '').slice(0, PREFIX);
    if (start.length < PREFIX) others.push(template);
    else begins.set(start, [...(begins.get(start) ?? []), template]);
  }
  return (text) => [...(begins.get(text.slice(0, PREFIX)) ?? []), ...others];
}

let candidates: ReturnType<typeof indexed> | null = null;
const remembered = new Map<string, string>();

/**
 * A text of the product in the reader's language. Sentences that the catalogue knows are translated, those in their
 * places and those joined by punctuation too; everything else is given as it is.
 */
export function localise(text: string, language: Language): string {
  if (language === 'en' || text.length > LONGEST) return text;
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= MOST_REMEMBERED) remembered.clear();
  const shown = best(text, new Map()).text;
  remembered.set(text, shown);
  return shown;
}

/** `localise` for one reader. */
export const speaker =
  (language: Language): Say =>
  (text) =>
    localise(text, language);

/** Of all ways to read a text the one of which most is known; of equals whole sentences, then templates. */
function best(text: string, seen: Map<string, Shown>): Shown {
  const before = seen.get(text);
  if (before) return before;
  const unknown = { text, known: 0 };
  if (seen.size >= MOST_PIECES) return unknown;
  seen.set(text, unknown);
  const found = most(unknown, [
    ...withoutStop(text, seen),
    ...takenApart(text, STOPS, seen),
    ...templated(text, seen),
    ...takenApart(text, JOINTS, seen),
  ]);
  seen.set(text, found);
  return found;
}

const most = (first: Shown, others: readonly Shown[]): Shown =>
  others.reduce((found, one) => (one.known > found.known ? one : found), first);

function templated(text: string, seen: Map<string, Shown>): Shown[] {
  candidates ??= indexed();
  const lower = uncapitalised(text);
  return candidates(lower).flatMap((template) => {
    const values = match(template, lower);
    if (values === null) return [];
    // A name at the head of a sentence keeps its capital letter.
    const [head = '', ...rest] = values;
    const named = template.literals[0] === '' ? [text.slice(0, head.length), ...rest] : values;
    return filled(template, named, seen);
  });
}

function filled(template: Template, values: readonly string[], seen: Map<string, Shown>): Shown[] {
  const shown = new Map<string, Shown>();
  for (const [at, { name, kind }] of template.places.entries()) {
    const text = values[at] ?? '';
    const value = kind === '' || kind === '!' ? best(text, seen) : { text, known: 0 };
    if (kind === '!' && value.known === 0) return [];
    shown.set(name, value);
  }
  const filled = {
    text: template.shown
      .map((part, at) => (at % 2 === 0 ? part : (shown.get(part)?.text ?? '')))
      .reduce(closed),
    known: [...shown.values()].reduce((sum, one) => sum + one.known, template.weight),
  };
  return [filled];
}

const ENDS_CHINESE = /[\u3001-\u9fff\uff00-\uff60]\s?$/;
const BEGINS_CHINESE = /^\s?[\u3001-\u9fff\uff00-\uff60]/;

/** Blanks stand between Chinese and Latin letters, and are too much where a place holds Chinese. */
const closed = (left: string, right: string): string =>
  ENDS_CHINESE.test(left) && BEGINS_CHINESE.test(right) ? left.trimEnd() + right.trimStart() : left + right;

function takenApart(text: string, joints: readonly Joint[], seen: Map<string, Shown>): Shown[] {
  return joints
    .filter(([english]) => text.includes(english))
    .map(([english, chinese]) => {
      const at = text.indexOf(english);
      const left = best(text.slice(0, at), seen);
      const right = best(text.slice(at + english.length), seen);
      return {
        text: left.text + (left.known > 0 ? chinese : english) + right.text,
        known: left.known + right.known,
      };
    });
}

function withoutStop(text: string, seen: Map<string, Shown>): Shown[] {
  if (!text.endsWith('.') || text.length < 2) return [];
  const { text: sentence, known } = best(text.slice(0, -1), seen);
  return [{ text: `${sentence}${known > 0 ? '。' : '.'}`, known }];
}
