import * as z from 'zod';
import { create } from 'zustand';
import { LANGUAGES, languageOf } from '../../shared/texts/language.js';
import { setLanguage } from '../i18n.js';

export const THEMES = ['system', 'light', 'dark'] as const;

const SettingsSchema = z.object({
  /** Absent: as the system has it. */
  language: z.enum(LANGUAGES).optional().catch(undefined),
  theme: z.enum(THEMES).catch('system'),
  singleKeys: z.enum(['on', 'off']).catch('on'),
});

const stored = SettingsSchema.parse({
  language: localStorage.getItem('language') ?? undefined,
  theme: localStorage.getItem('theme'),
  singleKeys: localStorage.getItem('singleKeys'),
});

const systemLanguage = languageOf(navigator.language);

export const useSettings = create(() => ({ ...stored, language: stored.language ?? systemLanguage }));

type Settings = ReturnType<typeof useSettings.getState>;

/** Changes one setting, now and for the next time. */
export function changeSetting<K extends keyof Settings>(name: K, value: Settings[K]): void {
  localStorage.setItem(name, value);
  useSettings.setState({ [name]: value });
  void applySettings();
}

/** Makes the page look as the settings say, and speak so as soon as the texts are there. */
export async function applySettings(): Promise<void> {
  const { language, theme } = useSettings.getState();
  document.documentElement.dataset.theme = theme;
  document.documentElement.lang = language;
  await setLanguage(language);
}
