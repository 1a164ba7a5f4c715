import { existsSync } from 'node:fs';
import path from 'node:path';
import { runsFolder } from '../../../files/home-folder.js';
import { JOURNAL_FILE, openRunJournal } from '../../../journal/run-journal.js';
import type { IsAtWork } from '../../../lab/tasks/store.js';
import { orchestrator } from '../../../machine/orchestrator/table.js';

/**
 * Whether a campaign is driven, or waits for its operator. One that was cut off counts as at rest: its work can be taken up by
 * another. A journal that cannot be read counts as at work, so that nobody takes over what is not known.
 */
export const isCampaignAtWork =
  (home: string): IsAtWork =>
  (campaign) => {
    const dir = path.join(runsFolder(home), path.basename(campaign));
    if (!existsSync(path.join(dir, JOURNAL_FILE))) return false;
    const opened = openRunJournal(dir);
    if (!opened.ok) return true;
    const journal = opened.value;
    try {
      const [at, gates] = [journal.snapshot(), journal.gates()];
      if (!at.ok || !gates.ok) return true;
      const context = orchestrator.context.safeParse(at.value.context);
      if (!context.success || !(at.value.state in orchestrator.states)) return true;
      const state = at.value.state as keyof typeof orchestrator.states;
      if (orchestrator.ended(state, context.data) !== null) return false;
      return journal.ownership.isTaken() || gates.value.some(({ answer }) => answer === null);
    } finally {
      journal.close();
    }
  };
