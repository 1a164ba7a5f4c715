import { describe, expect, it } from 'vitest';
import { answerOf } from '../../../electron/cli/answer.js';
import { languageFrom, takeLanguage } from '../../../electron/cli/language.js';

const taken = (args: string[], env: NodeJS.ProcessEnv = {}) => takeLanguage(args, env);

describe('the language of the command line', () => {
  it.each([
    [{}, 'en'],
    [{ LANG: 'C' }, 'en'],
    [{ LANG: 'zh_CN.UTF-8' }, 'zh-CN'],
    [{ LANG: 'zh' }, 'zh-CN'],
    [{ LANG: 'zha_CN' }, 'en'],
    [{ LANG: 'zh_CN.UTF-8', LC_ALL: '' }, 'zh-CN'],
    [{ LANG: 'zh_CN.UTF-8', LC_MESSAGES: 'de_DE.UTF-8' }, 'en'],
    [{ LC_MESSAGES: 'de_DE.UTF-8', LC_ALL: 'zh_CN' }, 'zh-CN'],
    [{ LC_ALL: 'zh_CN', BENCHLOOP_LANG: 'en' }, 'en'],
  ] as const)('is with %j %s', (env, language) => {
    expect(languageFrom(env)).toBe(language);
  });

  it.each([[['runs', '--lang', 'zh-CN']], [['--lang=zh_cn', 'runs']], [['--lang', 'ZH-CN', 'runs']]])(
    'is taken out of %j',
    (args) => {
      expect(taken(args)).toEqual({ ok: true, value: { language: 'zh-CN', rest: ['runs'] } });
    },
  );

  it('is the option before the environment', () => {
    expect(taken(['runs', '--lang', 'en'], { LANG: 'zh_CN' })).toMatchObject({ value: { language: 'en' } });
  });

  it('is always English with --json', () => {
    const args = ['runs', '--json', '--lang', 'zh-CN'];
    expect(taken(args, { LANG: 'zh_CN' })).toEqual({
      ok: true,
      value: { language: 'en', rest: ['runs', '--json'] },
    });
  });

  it.each([[['--lang']], [['--lang', 'fr']], [['runs', '--lang=']]])('refuses %j', (args) => {
    expect(taken(args)).toMatchObject({ ok: false, error: { code: 'USAGE' } });
  });
});

describe('an answer that is typed', () => {
  it.each(['yes', 'y', 'YES ', '是'])('is yes: %j', (typed) => expect(answerOf(typed)).toBe('yes'));
  it.each(['no', 'N', '否'])('is no: %j', (typed) => expect(answerOf(typed)).toBe('no'));
  it.each(['', 'ye', 'ok', 'toString'])('is none: %j', (typed) => expect(answerOf(typed)).toBeNull());
});
