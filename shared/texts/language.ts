import type { Words } from './words.js';

/** Languages that texts are shown in. What is stored, sent or compared is always English. */
export const LANGUAGES = ['en', 'zh-CN'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of a tag of BCP 47 or POSIX (`zh-Hans-CN`, `zh_CN.UTF-8`, `C`); English where it is none of ours. */
export const languageOf = (tag: string): Language => (/^zh(?![a-z])/i.test(tag) ? 'zh-CN' : 'en');

/** Shows words in the reader's language. */
export type Say = (words: Words) => string;
