import { create } from 'zustand';
import type { Language, Say } from '../../shared/texts/language.js';
import { ENGLISH, type Speech } from '../../shared/texts/speech.js';

/** How the page speaks to the person. */
export const useSpeech = create((): Speech => ENGLISH);

/** The language of what is shown. */
export const useLanguage = (): Language => useSpeech((speech) => speech.language);

/** Shows texts of the core, which are English, in the chosen language. */
export const useSay = (): Say => useSpeech((speech) => speech.say);
