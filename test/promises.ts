import { OF_README } from './promises/of-readme.js';
import { OF_SECURITY } from './promises/of-security.js';
import type { Promised } from './promises/promised.js';

/** The sections whose sentences are promises. */
export const SECTIONS: Readonly<Record<Promised['page'], string>> = {
  'README.md': 'What it promises',
  'docs/security.md': 'What holds whatever a model answers',
};

/** Each sentence of these sections, with the fast tests that hold it. */
export const promises: readonly Promised[] = [
  ...OF_README.map((one) => ({ ...one, page: 'README.md' as const })),
  ...OF_SECURITY.map((one) => ({ ...one, page: 'docs/security.md' as const })),
];
