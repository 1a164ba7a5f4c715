import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../shared/texts/language.js';
import { speechIn } from '../shared/texts/speech.js';
import { en, type Texts } from './locales/en.js';
import { useSpeech } from './text/use-say.js';

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' };

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts };
  }
}

/** The window's own texts. English is there from the start: others fall back to it. */
const TEXTS: Record<Language, () => Promise<Texts>> = {
  en: async () => en,
  'zh-CN': async () => (await import('./locales/zh-cn.js')).zhCn,
};

/** Makes the page speak English. */
export function startTexts(): void {
  void i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: en } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    initAsync: false,
    showSupportNotice: false,
  });
}

let wanted: Language = 'en';

/** Speaks another language as soon as its texts are loaded, unless a third was chosen meanwhile. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  const [texts, speech] = await Promise.all([TEXTS[language](), speechIn(language)]);
  if (wanted !== language) return;
  i18next.addResourceBundle(language, 'translation', texts);
  useSpeech.setState(speech);
  await i18next.changeLanguage(language);
}
