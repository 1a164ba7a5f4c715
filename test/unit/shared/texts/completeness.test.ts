import { describe, expect, it } from 'vitest';
import { createSay } from '../../../../shared/texts/localise.js';
import { placesOf } from '../../../../shared/texts/template.js';
import { ZH_CN } from '../../../../shared/texts/zh-cn.js';
import { UNSHOWN } from './not-shown.js';
import { PLACE, type SourceText, sourceTexts } from './sources.js';

const shownTexts = sourceTexts(['electron', 'shared']).filter(
  ({ file, text }) => !UNSHOWN.some((row) => row.file.test(file) && row.text.test(text)),
);
const say = createSay(ZH_CN);
const CHINESE = Object.values(ZH_CN).join('\n');
const KEYS = Object.keys(ZH_CN).map((english) => english.replace(/\{[!=#]?\w+\}/g, PLACE).toLowerCase());

/** English words in a row, in what should be Chinese. */
const ENGLISH = /[A-Za-z][a-z]+(?: [a-z]{2,})+/g;
/** What joins a piece to the text around it. */
const AROUND = /^[\s;:,.(—]+|[\s;:,(—]+$/g;

/** A text of the product: a name, and places, do not make one. */
const worded = ({ text }: SourceText): boolean => /[a-z]{2}/.test(text.replaceAll(PLACE, ''));

/** The text with a value in each place: `first` in the first one. */
function filled(text: string, first: string): string {
  let at = 0;
  return text.replaceAll(PLACE, () => {
    at += 1;
    return at === 1 ? first : String(9000 + at);
  });
}

/** What is wrong with the Chinese of the text, its first place filled so; null where nothing is. */
function wrongWith(text: string, first: string): string | null {
  const sample = filled(text, first);
  const shown = say(sample);
  const left = (shown.match(ENGLISH) ?? []).filter((words) => !CHINESE.includes(words));
  const lost = (sample.match(/\b90\d\d\b/g) ?? []).filter((value) => !shown.includes(value));
  if (shown === sample) return 'no entry';
  if (left.length > 0) return `still English: ${left.join(' | ')}`;
  return lost.length > 0 ? `places are lost: ${lost.length}` : null;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** A text that only occurs inside of others has no entry of its own, nor has one that others are put into. */
function isPartOfEntry(text: string): boolean {
  const lower = text.toLowerCase();
  if (lower.replaceAll(PLACE, '').trim().length < 4) return false;
  const whole = new RegExp(`(?<![a-z])${lower.split(PLACE).map(escaped).join('.*')}(?![a-z])`);
  return KEYS.some((key) => whole.test(key));
}

function wrong(text: string): string | null {
  const piece = text.replace(AROUND, '');
  const why = wrongWith(piece, '9001');
  if (why === null || wrongWith(piece, 'not reported') === null || isPartOfEntry(piece)) return null;
  return why;
}

describe('the Chinese catalogue', () => {
  it('has an entry for every text of the core and the command line that a person reads', () => {
    const missing = shownTexts.filter(worded).flatMap(({ file, line, text }) => {
      const why = wrong(text);
      return why === null ? [] : [`${file}:${line}: ${JSON.stringify(text)}: ${why}`];
    });
    expect(missing).toEqual([]);
  });

  it('has the same places in both languages', () => {
    const differing = Object.entries(ZH_CN).filter(
      ([english, chinese]) => placesOf(english).sort().join() !== placesOf(chinese).sort().join(),
    );
    expect(differing).toEqual([]);
  });

  it('marks what a place holds in English only', () => {
    expect(Object.values(ZH_CN).filter((chinese) => /\{[!=#]/.test(chinese))).toEqual([]);
  });

  it('uses full-width punctuation between Chinese characters', () => {
    const half = /[\u4e00-\u9fff][,;:!?]|[,;:!?][\u4e00-\u9fff]|[\u4e00-\u9fff]\(|\)[\u4e00-\u9fff]/;
    expect(Object.values(ZH_CN).filter((chinese) => half.test(chinese))).toEqual([]);
  });
});
