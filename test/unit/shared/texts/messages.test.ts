import { describe, expect, it } from 'vitest';
import { FORMER } from '../../../../shared/texts/former.js';
import { MESSAGES } from '../../../../shared/texts/zh-cn/messages.js';
import { faultsOf, messagesIn, productSources, samePlaces } from './message-sources.js';

describe('the messages of the product', () => {
  it('have a Chinese entry each, with the same places, and every entry a use', () => {
    expect(faultsOf(productSources(), MESSAGES)).toEqual([]);
  });

  it('use full-width punctuation between Chinese characters', () => {
    const half = /[\u4e00-\u9fff][,;:!?]|[,;:!?][\u4e00-\u9fff]|[\u4e00-\u9fff]\(|\)[\u4e00-\u9fff]/;
    expect(Object.values(MESSAGES).filter((chinese) => half.test(chinese))).toEqual([]);
  });

  it('have former wordings only for keys in use, with the same places', () => {
    const wrong = Object.entries(FORMER).filter(
      ([key, former]) => !Object.hasOwn(MESSAGES, key) || !samePlaces(key, former),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the check of messages', () => {
  const VALUE = ['$', '{value}'].join('');
  const source = (content: string) => ({ file: 'made-up.ts', content: content.replaceAll('#', VALUE) });
  const rollbacks = source('const why = text`# rollbacks`;');

  it('finds templates by their key', () => {
    const nesting = source('f(text`a # b`, text`c\\n#`)');
    expect(messagesIn(nesting).map(({ key }) => key)).toEqual(['a {0} b', 'c\n{0}']);
  });

  it('agrees with an entry that has the same places', () => {
    expect(faultsOf([rollbacks], { '{0} rollbacks': '回滚 {0} 次' })).toEqual([]);
  });

  it('fails for a message without an entry', () => {
    expect(faultsOf([rollbacks], {})).toEqual(['made-up.ts:1: no entry for "{0} rollbacks"']);
  });

  it('fails for an entry without a use', () => {
    expect(faultsOf([], { '{0} rollbacks': '回滚 {0} 次' })).toEqual(['unused: "{0} rollbacks"']);
  });

  it('fails where an entry has other places', () => {
    expect(faultsOf([rollbacks], { '{0} rollbacks': '回滚 {1} 次' })).toEqual([
      'other places: "{0} rollbacks"',
    ]);
    expect(faultsOf([rollbacks], { '{0} rollbacks': '回滚 {0}/{0} 次' })).toEqual([
      'other places: "{0} rollbacks"',
    ]);
  });

  it('fails for text that looks like a place', () => {
    const braces = source('text`a {0} b`');
    expect(faultsOf([braces], { 'a {0} b': '甲{0}乙' })).toEqual([
      'made-up.ts:1: its text looks like a place',
    ]);
  });

  it('fails for the tag under another name', () => {
    const alias = source("import { text as t } from '../words.js';\nt`unseen`;");
    expect(faultsOf([alias], {})).toEqual(['made-up.ts: imports text under another name']);
  });
});
