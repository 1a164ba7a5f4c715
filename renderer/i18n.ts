import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../shared/texts/language.js';
import { en, type Texts } from './locales/en.js';
import { zhCn } from './locales/zh-cn.js';

/** Each language in its own words. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', 'zh-CN': '简体中文' };

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: Texts };
  }
}

/** Makes the texts ready; nothing is loaded, so it is done when it returns. */
export function startTexts(language: Language): void {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, 'zh-CN': { translation: zhCn } },
    // React escapes what it shows.
    interpolation: { escapeValue: false },
    initAsync: false,
    showSupportNotice: false,
  });
}

export function setLanguage(language: Language): void {
  void i18next.changeLanguage(language);
}
