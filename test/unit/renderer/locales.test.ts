import { describe, expect, it } from 'vitest';
import { en } from '../../../renderer/locales/en.js';
import { zhCn } from '../../../renderer/locales/zh-cn.js';

type Texts = { [key: string]: string | Texts };

const flat = (texts: Texts, above = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[above + key, value] as [string, string]] : flat(value, `${above}${key}.`),
  );
const holes = (text: string): string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = '']) => name).sort();

describe('the texts of the window', () => {
  const english = new Map(flat(en));
  const chinese = new Map(flat(zhCn));

  it('have the same keys in both languages', () => {
    expect([...chinese.keys()]).toEqual([...english.keys()]);
  });

  it('fill the same values in', () => {
    for (const [key, text] of english)
      expect([key, holes(chinese.get(key) ?? '')]).toEqual([key, holes(text)]);
  });

  it('are all there, and translated', () => {
    const same = [...english].filter(([key, text]) => text === '' || chinese.get(key) === text);
    expect(same).toEqual([
      ['case.unknown', '–'],
      ['about.runtime', 'Electron'],
    ]);
  });
});
