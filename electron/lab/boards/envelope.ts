import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import { recordKind } from '../../journal/rows.js';
import { orThrow } from '../../journal/tables.js';
import { inTransaction, withBoardRegistry } from './registry.js';

/** One board in one run. */
interface EnvelopeOf {
  board: string;
  owner: string;
}

/** How often the envelopes of a run came to their end early, and why the last did. */
interface EnvelopeEnds {
  count: number;
  why: string | null;
}

const END = recordKind('end of an approval', 'envelope_end', z.object({ why: z.string() }), ({ why }) => why);

/**
 * Ends what was granted to a run for a board: the board did not do what was expected of it, and a person looks at it before it is
 * written again. Errors: those of the registry.
 */
export const endEnvelope = (home: string, { board, owner }: EnvelopeOf, why: string): Promise<Result<void>> =>
  withBoardRegistry(home, (store) =>
    inTransaction(store, () => {
      store.db.prepare('INSERT INTO envelope_end VALUES (?, ?, ?, ?)').run(board, owner, why, Date.now());
      return ok(undefined);
    }),
  );

/**
 * Of a run, whichever of its boards it was: what went wrong once is looked at before the run writes anywhere by an earlier yes.
 * Errors: those of the registry; nobody can tell then whether a grant still holds.
 */
export const envelopeEnds = (home: string, owner: string): Promise<Result<EnvelopeEnds>> =>
  withBoardRegistry(home, (store) =>
    inTransaction(store, () => {
      const ends = orThrow(store.tables.list(END, 'WHERE owner = ? ORDER BY at, rowid', owner));
      return ok({ count: ends.length, why: ends.at(-1) ?? null });
    }),
  );
