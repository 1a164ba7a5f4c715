import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { replaceFile } from '../../files/replace-file.js';
import type { TestWork } from './test-work.js';

const ChoiceSchema = z.object({
  /** The board that the run works on; null: none yet, or another is to be taken. */
  current: z.string().nullable(),
  givenUp: z.array(z.string()),
});
export type BoardChoice = z.infer<typeof ChoiceSchema>;

/** Where a run keeps what it chose. */
export interface RunFolder {
  paths: Pick<TestWork['paths'], 'dir'>;
}

const fileOf = (work: RunFolder): string => path.join(work.paths.dir, 'boards.json');

/**
 * Which boards of its profile a run has worked on: it goes on with the same one after a restart.
 *
 * @throws Error where the file is not what was written
 */
export async function readChoice(work: RunFolder): Promise<BoardChoice> {
  const text = await readFile(fileOf(work), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  return text === null ? { current: null, givenUp: [] } : ChoiceSchema.parse(JSON.parse(text));
}

async function keepChoice(work: RunFolder, choice: BoardChoice): Promise<void> {
  await mkdir(work.paths.dir, { recursive: true });
  await replaceFile(fileOf(work), JSON.stringify(choice));
}

export async function noteTaken(work: RunFolder, board: string): Promise<void> {
  const before = await readChoice(work);
  if (before.current !== board) await keepChoice(work, { ...before, current: board });
}

/** Lets go of the run's board for good; the next session takes another. Repeating it changes nothing. */
export async function giveUpBoard(work: TestWork): Promise<void> {
  work.board?.release();
  work.board = null;
  const { current, givenUp } = await readChoice(work);
  if (current !== null) await keepChoice(work, { current: null, givenUp: [...givenUp, current] });
}
