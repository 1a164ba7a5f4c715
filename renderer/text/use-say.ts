import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language, type Say } from '../../shared/texts/language.js';
import { speaker } from '../../shared/texts/localise.js';

/** The chosen language. */
export function useLanguage(): Language {
  const { language } = useTranslation().i18n;
  return LANGUAGES.find((one) => one === language) ?? 'en';
}

/** Shows texts of the core, which are English, in the chosen language. */
export const useSay = (): Say => speaker(useLanguage());
