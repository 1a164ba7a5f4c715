import { listBoards, withBoardRegistry } from '../../../lab/boards/registry.js';
import { OFFERED } from '../../../tools/offered-tools.js';
import { isCloned } from '../../../workspace/clone.js';
import { listTree } from '../../../workspace/files.js';
import type { SessionBench } from '../bench.js';

/** File names that are shown; the rest is counted. */
const MOST_FILES = 300;

/** What a model is told is there: tools, the task, boards, file names. Names come from others and are data. */
export async function surroundings({
  work,
}: Pick<SessionBench, 'work'>): Promise<{ texts: { name: string; text: string }[]; files: string[] }> {
  const texts = [
    { name: 'tools', text: OFFERED.map(({ tool, about }) => `${tool.name}: ${about}`).join('\n') },
  ];
  if (work.task !== null) texts.push({ name: 'task', text: taskText(work.task) });
  const boards = await withBoardRegistry(work.home, listBoards);
  if (boards.ok)
    texts.push({
      name: 'boards',
      text: boards.value.map(({ id, profile }) => `${id} (${profile})`).join('\n') || 'none',
    });
  const files = work.repo !== null && isCloned(work.paths.clone) ? await listTree(work.paths.clone) : null;
  if (files?.ok) texts.push({ name: 'files', text: filesText(files.value) });
  return { texts, files: [] };
}

function taskText({ loaded, profile }: NonNullable<SessionBench['work']['task']>): string {
  const { goal, build, test } = loaded.task;
  return [
    `goal: ${goal}`,
    `profile: ${profile.id}`,
    `build: ${JSON.stringify(build.command)}`,
    `cases: ${test.cases.join(', ')}`,
  ].join('\n');
}

function filesText(files: readonly string[]): string {
  const shown = files.slice(0, MOST_FILES).join('\n');
  return files.length > MOST_FILES
    ? `${shown}\n… and ${files.length - MOST_FILES} more; list_files shows them`
    : shown;
}
