import type { BenchParts, ServedArea } from './served-area.js';

/** Consoles in the window. */
export function serveConsole(_parts: BenchParts, _push: (view: never) => void): ServedArea<'console'> {
  return { handlers: {}, close: () => undefined };
}
