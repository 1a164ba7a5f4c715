import type { CallsOf } from './calls.js';

/** The calls about consoles. */
export const CONSOLE_CALLS = {} as const satisfies CallsOf<'console'>;
