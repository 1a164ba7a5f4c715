import type { StoredMessage } from '../journal/records.js';
import type { RunJournal } from '../journal/run-journal.js';
import { orThrow } from '../journal/tables.js';

/** Other processes speak through the journal; it is looked at this often (ms). */
const POLL_MS = 50;

/** Who reads the messages of one node. */
interface Reader {
  node: string;
  look: (pending: readonly StoredMessage[]) => void;
  /** Gets the error when the store cannot be read, or when `look` throws. */
  broken: (error: unknown) => void;
}

/** The one watcher of a run's inbox. */
export interface Inbox {
  /** Calls `look` every 50 ms with the node's unused messages. Returns a function that stops it. */
  watch(reader: Reader): () => void;
}

/** Looks into the inbox of a run while somebody wants to know. */
export function inboxOf(journal: RunJournal): Inbox {
  const readers = new Set<Reader>();
  let timer: NodeJS.Timeout | null = null;
  const look = (): void => {
    const waiting = attempt(() => orThrow(journal.messages()).filter(({ consumed }) => consumed === null));
    for (const reader of [...readers]) {
      const shown = waiting.ok
        ? attempt(() => reader.look(waiting.value.filter(({ node }) => node === reader.node)))
        : waiting;
      if (!shown.ok) reader.broken(shown.error);
    }
  };
  return {
    watch: (reader) => {
      readers.add(reader);
      timer ??= setInterval(look, POLL_MS);
      return () => {
        readers.delete(reader);
        if (readers.size > 0 || timer === null) return;
        clearInterval(timer);
        timer = null;
      };
    },
  };
}

type Attempt<T> = { ok: true; value: T } | { ok: false; error: unknown };

function attempt<T>(work: () => T): Attempt<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, error };
  }
}
