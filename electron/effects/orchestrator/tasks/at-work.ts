import { existsSync } from 'node:fs';
import path from 'node:path';
import { DispatchIntent } from '../../../engine/dispatch-intent.js';
import { runsFolder } from '../../../files/home-folder.js';
import { JOURNAL_FILE, openRunJournal, type RunJournal } from '../../../journal/run-journal.js';
import type { IsAtWork } from '../../../lab/tasks/store.js';
import { firmwareLoop } from '../../../machine/firmware-loop/table.js';
import type { AnyDefinition } from '../../../machine/machines.js';
import { orchestrator } from '../../../machine/orchestrator/table.js';

/** A campaign, and what it dispatches. */
const MACHINES = [orchestrator, firmwareLoop] as unknown as readonly AnyDefinition[];

/**
 * Whether a campaign is driven, or waits for its operator, or the run does that it dispatched. One that was cut off is at rest: its
 * work can be taken up by another. A journal that cannot be read counts as at work, so that nobody takes over what is not known.
 */
export const isCampaignAtWork =
  (home: string): IsAtWork =>
  (run) =>
    ofJournal(home, run, (journal) => isAtWork(journal, isCampaignAtWork(home)));

/** Whether a campaign gets on by itself: somebody drives it, and neither it nor the run that it dispatched waits for an answer. */
export const isCampaignWorking =
  (home: string): IsAtWork =>
  (run) =>
    ofJournal(home, run, (journal) => {
      if (!isAtWork(journal, () => false) || !journal.ownership.isTaken()) return false;
      return !isAsking(journal) && dispatched(journal).every((one) => !ofJournal(home, one, isAsking));
    });

function ofJournal(home: string, run: string, look: (journal: RunJournal) => boolean): boolean {
  const dir = path.join(runsFolder(home), path.basename(run));
  if (!existsSync(path.join(dir, JOURNAL_FILE))) return false;
  const opened = openRunJournal(dir);
  if (!opened.ok) return true;
  try {
    return look(opened.value);
  } finally {
    opened.value.close();
  }
}

function isAtWork(journal: RunJournal, ofOther: IsAtWork): boolean {
  const [about, at, gates, operations] = [
    journal.about(),
    journal.snapshot(),
    journal.gates(),
    journal.operations(),
  ];
  if (!about.ok || !at.ok || !gates.ok || !operations.ok) return true;
  const machine = MACHINES.find(({ id }) => id === about.value.machine);
  const context = machine?.context.safeParse(at.value.context);
  if (!machine || !context?.success) return true;
  if (machine.ended(at.value.state, context.data) !== null) return false;
  if (journal.ownership.isTaken() || gates.value.some(({ answer }) => answer === null)) return true;
  return dispatched(journal).some(ofOther);
}

const isAsking = (journal: RunJournal): boolean => {
  const gates = journal.gates();
  return gates.ok && gates.value.some(({ answer }) => answer === null);
};

/** Runs that it dispatched, and whose ends it has not heard of. */
function dispatched(journal: RunJournal): string[] {
  const operations = journal.operations();
  if (!operations.ok) return [];
  return operations.value
    .filter(({ status }) => status === 'STARTED')
    .flatMap(({ intent }) => DispatchIntent.safeParse(intent).data?.run ?? []);
}
