import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import { text } from '../../../../shared/texts/words.js';
import type { Epic } from '../../../../shared/work-item.js';
import { type IsAtWork, type TaskStore, taken } from '../store.js';
import type { Bd } from './command.js';
import { type Issue, IssueSchema, type Tracked, trackedIn } from './issues.js';
import { writeEpic } from './writes.js';

/** The epics of a repository that uses beads: issues of its tracker, read and written by `bd` alone. @param root the folder that holds `.beads` */
export const bdStore = (bd: Bd, root: string, isAtWork: IsAtWork): TaskStore => {
  const write = async (
    epic: Epic,
    campaign: string,
    isRefused: (holder: string) => boolean,
  ): Promise<Result<void>> => {
    const listed = await tracked(bd, root);
    if (!listed.ok) return listed;
    const known = listed.value.find((one) => one.epic.id === epic.id) ?? null;
    const holder = known?.epic.campaign ?? null;
    if (holder !== null && holder !== campaign && isRefused(holder)) return fail(taken(epic.id, holder));
    return writeEpic({ bd, root, campaign }, epic, known);
  };
  return {
    kind: 'bd',
    list: async () => {
      const listed = await tracked(bd, root);
      return listed.ok ? ok(listed.value.map(({ epic }) => epic)) : listed;
    },
    put: (epic, campaign) => write(epic, campaign, () => true),
    take: (epic, campaign) => write(epic, campaign, isAtWork),
  };
};

async function tracked(bd: Bd, root: string): Promise<Result<Tracked[]>> {
  const all = await issuesOf(bd, ['list', '--all', '--limit=0'], root);
  if (!all.ok) return all;
  const ready = await issuesOf(bd, ['ready', '--limit=0'], root);
  return ready.ok ? ok(trackedIn(all.value, new Set(ready.value.map(({ id }) => id)), root)) : ready;
}

const Issues = z.array(IssueSchema).max(100_000);

async function issuesOf(bd: Bd, words: readonly string[], root: string): Promise<Result<Issue[]>> {
  const said = await bd(words);
  if (!said.ok) return said;
  // a tracker without issues may say null
  const issues = Issues.safeParse(said.value ?? []);
  return issues.success ? ok(issues.data) : fail(strange(words[0] ?? '', issues.error, root));
}

const strange = (command: string, error: z.ZodError, where: string): Problem => {
  const why = z
    .prettifyError(error)
    .replace(/\s*\n\s*/g, ' ')
    .slice(0, 300);
  return {
    ...{ code: 'ENV_ERROR', where },
    message: text`bd ${command} gave an issue that is not as beads documents it: ${why}`,
  };
};
