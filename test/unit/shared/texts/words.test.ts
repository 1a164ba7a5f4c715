import { describe, expect, it } from 'vitest';
import { speechIn } from '../../../../shared/texts/speech.js';
import {
  englishWords,
  inBrief,
  inEnglish,
  inLines,
  joined,
  type Message,
  nested,
  storedWords,
  text,
  type Words,
  wordsFrom,
  wordsSchema,
} from '../../../../shared/texts/words.js';

const { say: chinese } = await speechIn('zh-CN');

const deep = (levels: number): Message => (levels === 0 ? text`end` : text`(${deep(levels - 1)})`);

describe('a message', () => {
  const message = text`${'BUILD_RUN'} took longer than ${10} s`;

  it('is its template and its values', () => {
    expect(message).toEqual({ key: '{0} took longer than {1} s', values: ['BUILD_RUN', 10] });
  });

  it('is rendered in both languages, with the messages in it', () => {
    expect(inEnglish(joined(message, message))).toBe(
      'BUILD_RUN took longer than 10 s; BUILD_RUN took longer than 10 s',
    );
    expect(chinese(joined(message, 'held-out failed'))).toBe('BUILD_RUN 超过 10 秒；留出用例未通过');
  });

  it('holds a list of sentences without being nested deep', () => {
    const lines = Array.from({ length: 100 }, (_, at) => text`${at} has ended`);
    const all = inLines(...lines);
    expect(wordsSchema.safeParse(all).success).toBe(true);
    expect(inEnglish(all)).toBe(lines.map(inEnglish).join('\n'));
    expect(chinese(all).split('\n')).toEqual(lines.map(chinese));
    const chineseLines = ['held-out failed', 'held-out failed'].map(
      (line) => text`${nested(line)}; ${nested(line)}`,
    );
    expect(chinese(inLines(...chineseLines)).split('\n')).toEqual(chineseLines.map(chinese));
    expect([inLines('one'), inLines()]).toEqual(['one', '']);
  });

  it('shows names to the letter, even those that are sentences elsewhere', () => {
    expect(chinese(text`${'held-out failed'} took longer than ${1} s`)).toBe('held-out failed 超过 1 秒');
    expect(chinese(text`${nested('held-out failed')}; ${'ready'}`)).toBe('留出用例未通过；ready');
  });

  it('of another release is shown as its English is', () => {
    expect(chinese(text`held-out ${'failed'}`)).toBe('留出用例未通过');
    expect(chinese(text`no such sentence ${1}`)).toBe('no such sentence 1');
  });

  it('is a string in JSON for other programs, wherever it stands', () => {
    const event = { reason: message, evidence: [], problem: { message: text`${message}` } };
    expect(JSON.parse(JSON.stringify(event, englishWords))).toEqual({
      reason: 'BUILD_RUN took longer than 10 s',
      evidence: [],
      problem: { message: 'BUILD_RUN took longer than 10 s' },
    });
  });
});

describe('words in a store', () => {
  it.each<[string, Words]>([
    ['a message', text`${'a'} took longer than ${1} s`],
    ['a message in a message', text`${text`${1} s`}: ${'x'}`],
    ['a sentence', 'nothing was applied'],
    ['a string that looks like a message', '{"key":"a {0}","values":[1]}'],
    ['a string that looks like a stored string', '"{"'],
    ['a string with a brace', '{ is missing'],
    ['no words', ''],
  ])('keep %s', (_, words) => {
    expect(wordsFrom(storedWords(words))).toEqual(words);
  });

  it('of an older release are read as they are', () => {
    expect(wordsFrom('{ is missing')).toBe('{ is missing');
    expect(wordsFrom('"a" is missing')).toBe('"a" is missing');
  });

  it.each([
    ['other fields', { key: 'a', values: [], more: 1 }],
    ['a place without a value', { key: 'a {0}', values: [] }],
    ['a place twice, which grows with each level', { key: '{0}{0}', values: [1] }],
    ['a value that is none', { key: '{0}', values: [null] }],
    ['more values than a message has', { key: '{0}', values: Array.from({ length: 17 }, () => 1) }],
    ['a key without end', { key: 'a'.repeat(2001), values: [] }],
  ])('are refused with %s', (_, stored) => {
    expect(wordsSchema.safeParse(stored).success).toBe(false);
    expect(wordsFrom(JSON.stringify(stored))).toBeNull();
  });

  it('can be read back however deep messages are nested, and are refused where they were made deeper by hand', () => {
    const made = deep(20);
    expect(wordsFrom(storedWords(made))).toEqual(made);
    expect(inEnglish(made)).toBe(`${'('.repeat(20)}end${')'.repeat(20)}`);
    const byHand = (levels: number): unknown => ({
      key: '{0}',
      values: [levels === 0 ? 'x' : byHand(levels - 1)],
    });
    expect(wordsSchema.safeParse(byHand(7)).success).toBe(true);
    expect(wordsSchema.safeParse(byHand(8)).success).toBe(false);
  });

  it('hold no number that JSON lacks', () => {
    expect(text`${Number.NaN} of ${Number.POSITIVE_INFINITY}`.values).toEqual(['NaN', 'Infinity']);
  });
});

describe('words in brief', () => {
  const path = `/work/${'a'.repeat(100_000)}/end`;

  it('show the beginning and the end of a long name, in a string and in a message', () => {
    expect(inBrief(`${path}: there is no such folder`)).toMatch(
      /^\/work\/a{50,300}…a{20,300}\/end: there is no such folder$/,
    );
    expect(inEnglish(inBrief(text`${text`${path} is long`}, ${7}`))).toMatch(
      /^\/work\/a{50,300}…a+\/end is long, 7$/,
    );
  });

  it('are cut as a whole where they are many', () => {
    expect(inEnglish(inBrief('word '.repeat(100_000))).length).toBeLessThan(5000);
  });

  it('stay as they are where a person can read them', () => {
    const usual = `${'/folder'.repeat(40)}: this is a file, not a folder`;
    expect(inBrief(usual)).toBe(usual);
  });

  it('have no half of a character', () => {
    expect(inEnglish(inBrief('\u{1f600}'.repeat(1000)))).not.toMatch(/\p{Surrogate}/u);
  });
});
