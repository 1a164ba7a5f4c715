import { closed } from './rendered.js';
import { type Catalogue, compile, match, type Template, uncapitalised } from './template.js';

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

/** Templates that a text may be of. */
type Candidates = (text: string) => readonly Template[];

/** Templates by how they begin; those that begin with a place, or almost at once, are all tried. */
function indexed(catalogue: Catalogue): Candidates {
  const begins = new Map<string, Template[]>();
  const others: Template[] = [];
  for (const [english, chinese] of Object.entries(catalogue)) {
    const template = compile(english, chinese);
    const start = (template.literals[0] ?? '').slice(0, PREFIX);
    if (start.length < PREFIX) others.push(template);
    else begins.set(start, [...(begins.get(start) ?? []), template]);
  }
  return (text) => [...(begins.get(text.slice(0, PREFIX)) ?? []), ...others];
}

/**
 * Shows texts of the product in the language of the catalogue. Sentences that it knows are translated, those in their
 * places and those joined by punctuation too; everything else is given as it is.
 */
export function createSay(catalogue: Catalogue): (english: string) => string {
  const candidates = indexed(catalogue);
  const remembered = new Map<string, string>();
  return (text) => {
    if (text.length > LONGEST) return text;
    const known = remembered.get(text);
    if (known !== undefined) return known;
    if (remembered.size >= MOST_REMEMBERED) remembered.clear();
    const shown = best(text, { candidates, seen: new Map() }).text;
    remembered.set(text, shown);
    return shown;
  };
}

/** While one text is read: what may match, and the pieces that were looked up. */
interface Reading {
  candidates: Candidates;
  seen: Map<string, Shown>;
}

/** Of all ways to read a text the one of which most is known; of equals whole sentences, then templates. */
function best(text: string, reading: Reading): Shown {
  const { seen } = reading;
  const before = seen.get(text);
  if (before) return before;
  const unknown = { text, known: 0 };
  if (seen.size >= MOST_PIECES) return unknown;
  seen.set(text, unknown);
  const found = most(unknown, [
    ...withoutStop(text, reading),
    ...takenApart(text, STOPS, reading),
    ...templated(text, reading),
    ...takenApart(text, JOINTS, reading),
  ]);
  seen.set(text, found);
  return found;
}

const most = (first: Shown, others: readonly Shown[]): Shown =>
  others.reduce((found, one) => (one.known > found.known ? one : found), first);

function templated(text: string, reading: Reading): Shown[] {
  const lower = uncapitalised(text);
  return reading.candidates(lower).flatMap((template) => {
    const values = match(template, lower);
    if (values === null) return [];
    // A name at the head of a sentence keeps its capital letter.
    const [head = '', ...rest] = values;
    const named = template.literals[0] === '' ? [text.slice(0, head.length), ...rest] : values;
    return filled(template, named, reading);
  });
}

function filled(template: Template, values: readonly string[], reading: Reading): Shown[] {
  const shown = new Map<string, Shown>();
  for (const [at, { name, kind }] of template.places.entries()) {
    const text = values[at] ?? '';
    const value = kind === '' || kind === '!' ? best(text, reading) : { text, known: 0 };
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

function takenApart(text: string, joints: readonly Joint[], reading: Reading): Shown[] {
  return joints
    .filter(([english]) => text.includes(english))
    .map(([english, chinese]) => {
      const at = text.indexOf(english);
      const left = best(text.slice(0, at), reading);
      const right = best(text.slice(at + english.length), reading);
      return {
        text: left.text + (left.known > 0 ? chinese : english) + right.text,
        known: left.known + right.known,
      };
    });
}

function withoutStop(text: string, reading: Reading): Shown[] {
  if (!text.endsWith('.') || text.length < 2) return [];
  const { text: sentence, known } = best(text.slice(0, -1), reading);
  return [{ text: `${sentence}${known > 0 ? '。' : '.'}`, known }];
}
