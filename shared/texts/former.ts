import type { Catalogue } from './template.js';

/** By the key of a message: how releases that stored strings said it. Runs of that time are replayed with it. */
export const FORMER: Catalogue = {};
