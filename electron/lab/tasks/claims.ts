import * as z from 'zod';
import { ok, type Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { type Epic, EpicSchema } from '../../../shared/work-item.js';
import { json, recordKind } from '../../journal/rows.js';
import { orThrow } from '../../journal/tables.js';
import { inShared, type SharedDatabase, type SharedStore } from '../shared-database.js';
import type { IsAtWork } from './store.js';

/** Which tasks a campaign is about to take up, from the first look at its goal until its epic is in the task store. */
export interface TaskClaims {
  /**
   * Claims the tasks of the epic for its campaign. Of two campaigns that claim the same task at once only one gets it: the other is
   * given that one's epic. Null: they are its own now. The claim of a campaign that is not at work counts no more.
   */
  take(epic: Epic & { campaign: string }): Result<Epic | null>;
  /** Ends what the campaign claims. */
  drop(campaign: string): Result<void>;
}

const STORE: SharedStore = {
  name: 'tasks.db',
  schema: 'CREATE TABLE IF NOT EXISTS claim (campaign TEXT PRIMARY KEY, content TEXT NOT NULL);',
  empty: text`the task store is an empty file: what it held is lost, unless its making was cut off`,
  renew: text`move this file away: the next campaign makes a new one`,
};

const ClaimRow = z.object({ campaign: z.string(), content: json.pipe(EpicSchema) });
const CLAIM = recordKind('claim', 'claim', ClaimRow, (row) => row);

/** The claims of this computer, beside its tasks. Errors: as the task store. */
export const taskClaims = (home: string, isAtWork: IsAtWork): TaskClaims => ({
  take: (epic) =>
    inShared(home, STORE, ({ tables, db }) => {
      const files = filesOf(epic);
      for (const { campaign, content } of orThrow(tables.list(CLAIM))) {
        if (campaign === epic.campaign) continue;
        if (!isAtWork(campaign)) remove(db, campaign);
        else if (filesOf(content).some((file) => files.includes(file))) return ok(content);
      }
      db.prepare('INSERT OR REPLACE INTO claim (campaign, content) VALUES (?, ?)').run(
        epic.campaign,
        JSON.stringify(epic),
      );
      return ok(null);
    }),
  drop: (campaign) =>
    inShared(home, STORE, ({ db }) => {
      remove(db, campaign);
      return ok(undefined);
    }),
});

const remove = (db: SharedDatabase['db'], campaign: string): void => {
  db.prepare('DELETE FROM claim WHERE campaign = ?').run(campaign);
};

const filesOf = ({ items }: Epic): string[] => items.flatMap(({ task_file }) => task_file ?? []);
