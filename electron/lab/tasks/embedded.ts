import * as z from 'zod';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { type Epic, EpicSchema } from '../../../shared/work-item.js';
import { json, recordKind } from '../../journal/rows.js';
import { orThrow } from '../../journal/tables.js';
import { inShared, type SharedDatabase, type SharedStore } from '../shared-database.js';
import { type IsAtWork, type TaskStore, taken } from './store.js';

const STORE: SharedStore = {
  name: 'tasks.db',
  schema:
    'CREATE TABLE IF NOT EXISTS epic (id TEXT PRIMARY KEY, updated_at INTEGER NOT NULL, content TEXT NOT NULL);',
  empty: text`the task store is an empty file: what it held is lost, unless its making was cut off`,
  renew: text`move this file away: the next campaign makes a new one`,
};

const EpicRow = z.object({ id: z.string(), updated_at: z.number(), content: json.pipe(EpicSchema) });
const EPIC = recordKind('epic', 'epic', EpicRow, ({ content }): Epic => content);

/** The tasks of this computer: one database below the data folder, for all processes. */
export const embeddedStore = (home: string, isAtWork: IsAtWork): TaskStore => ({
  kind: 'embedded',
  list: async () =>
    inShared(home, STORE, (store) =>
      ok(orThrow(store.tables.list(EPIC, 'ORDER BY updated_at DESC, id DESC'))),
    ),
  put: async (epic, campaign) =>
    inShared(home, STORE, (store) => written(store, epic, campaign, (holder) => holder !== campaign)),
  take: async (epic, campaign) =>
    inShared(home, STORE, (store) =>
      written(store, epic, campaign, (holder) => holder !== campaign && isAtWork(holder)),
    ),
});

function written(
  { tables, db }: SharedDatabase,
  epic: Epic,
  campaign: string,
  isRefused: (holder: string) => boolean,
): Result<void> {
  const holder = orThrow(tables.find(EPIC, 'WHERE id = ?', epic.id))?.campaign ?? null;
  if (holder !== null && isRefused(holder)) return fail(taken(epic.id, holder));
  db.prepare('INSERT OR REPLACE INTO epic (id, updated_at, content) VALUES (?, ?, ?)').run(
    epic.id,
    epic.updated_at,
    JSON.stringify({ ...epic, campaign }),
  );
  return ok(undefined);
}
