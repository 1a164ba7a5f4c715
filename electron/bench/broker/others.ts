import { othersAt } from '../link/port-holders.js';
import type { Recording } from './recording.js';

/** Tells the console of programs that read its port too: nothing keeps out one that asks for no lock. */
export interface Others {
  /** The port was opened, now. */
  look(path: string): void;
  /** What was looked for is marked. */
  marked(): Promise<void>;
}

export function markOthers(recording: Pick<Recording, 'mark'>): Others {
  let marked: Promise<void> = Promise.resolve();
  const mark = async (path: string): Promise<void> => {
    for (const told of await othersAt(path, process.pid)) recording.mark('gap', told);
  };
  return {
    look: (path) => {
      marked = Promise.all([marked, mark(path)]).then(() => undefined);
    },
    marked: () => marked,
  };
}
