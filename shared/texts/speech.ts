import type { Language, Say } from './language.js';
import { inEnglish } from './words.js';

/** How a reader is spoken to. */
export interface Speech {
  readonly language: Language;
  readonly say: Say;
}

export const ENGLISH: Speech = { language: 'en', say: inEnglish };

/** The speech of a language. Its texts are loaded here, and only here: who reads English never waits for a catalogue. */
export async function speechIn(language: Language): Promise<Speech> {
  if (language === 'en') return ENGLISH;
  const [{ createSay }, { sayIn }, { ZH_CN }, { MESSAGES }] = await Promise.all([
    import('./localise.js'),
    import('./rendered.js'),
    import('./zh-cn.js'),
    import('./zh-cn/messages.js'),
  ]);
  return { language, say: sayIn(MESSAGES, createSay(ZH_CN)) };
}
