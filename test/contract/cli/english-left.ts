import { readFileSync } from 'node:fs';
import { expect } from 'vitest';

/** What has no language: code, commands, the lines of a patch, what a compiler says, the goal that the task gives. */
const UNTRANSLATED = [
  /`[^`]*`/g,
  /“[^“”]*”/g,
  // but for the line of a transition, whose time is as far to the right as a patch
  /^ {2}(?! *\d+(?:\.\d)? s )[-+ @di].*$/gm,
  /\bgit (?:add|commit|merge|init)\b/g,
  /\bnpm run -s benchloop -- .*$|\bbenchloop (?:approve|resume|show|run) .*$/gm,
  // commands that a person types
  /\b(?:pipx|cargo) install [^\n]*/g,
];
const ENGLISH = /[A-Za-z]{2,}(?:'s)?(?:[,;:]? [a-z]{2,}){2,}/g;
/** Words with nothing but commas between them are names. */
const isSentence = (words: string): boolean => /[a-z] [a-z]/.test(words);

/** The sentences of a text that are English, though they need not be. @param goal what the task gives */
export function english(text: string, goal = '\0'): string[] {
  const rest = UNTRANSLATED.reduce((left, code) => left.replace(code, ''), text.replaceAll(goal, ''));
  return (rest.match(ENGLISH) ?? []).filter(isSentence);
}

/** What a compiler said of the wrong name of a member is in English all the same. */
export const isOurs = (words: string): boolean => !/member named|did you mean/.test(words);

/** A report as a page. */
export function expectChinesePage(file: string, goal: string): void {
  const page = readFileSync(file, 'utf8');
  expect(page).toContain('<html lang="zh-CN">');
  const text = page.replace(/<style>.*?<\/style>|<pre.*?<\/pre>|<[^>]*>/gs, '\n');
  expect(english(text, goal).filter(isOurs)).toEqual([]);
}
