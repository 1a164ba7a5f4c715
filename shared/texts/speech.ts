import type { Language, Say } from './language.js';

/** How a reader is spoken to. */
export interface Speech {
  readonly language: Language;
  readonly say: Say;
}

export const ENGLISH: Speech = { language: 'en', say: (text) => text };

/** The speech of a language. Its texts are loaded here, and only here: who reads English never waits for a catalogue. */
export async function speechIn(language: Language): Promise<Speech> {
  if (language === 'en') return ENGLISH;
  const [{ createSay }, { ZH_CN }] = await Promise.all([import('./localise.js'), import('./zh-cn.js')]);
  return { language, say: createSay(ZH_CN) };
}
