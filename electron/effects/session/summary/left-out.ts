import * as z from 'zod';
import type { SessionCall } from '../../../../shared/session.js';
import { inEnglish, nested, text, type Words } from '../../../../shared/texts/words.js';
import { visibleName } from '../../../../shared/visible-text.js';
import type { SessionContext } from '../../../machine/session/context.js';
import { isCloned } from '../../../workspace/clone.js';
import { listNew } from '../../../workspace/files.js';
import type { SessionBench } from '../bench.js';
import { readCall } from '../calls/read-call.js';

/** So many names are told, sources first. */
const NAMED = 8;

const Made = z.looseObject({ new_files: z.array(z.string()) });

/**
 * New files of the session's copy that a command made, that git does not ignore, and that no later edit took over: they may be wanted as well as
 * products of a build, so no branch holds them, and a person is told. @throws Error where git cannot tell
 */
export async function madeByCommands(
  { calls }: Pick<SessionContext, 'calls'>,
  { work }: Pick<SessionBench, 'work'>,
): Promise<string[]> {
  const made = (
    await Promise.all(calls.filter(mayHaveMade).map((call) => readCall(work.paths.dir, call)))
  ).flatMap((payload) => Made.safeParse(payload).data?.new_files ?? []);
  if (made.length === 0 || !isCloned(work.paths.clone)) return [];
  const there = await listNew(work.paths.clone);
  if (!there.ok) throw new Error(inEnglish(there.error.message));
  const some = new Set(made);
  return there.value.filter((file) => some.has(file));
}

const mayHaveMade = ({ status, tree }: SessionCall): boolean => status === 'ok' && tree !== null;

/** Names such files; null where there is none. */
export function leftOutWords(files: readonly string[]): Words | null {
  if (files.length === 0) return null;
  const names = files.slice(0, NAMED).map(visibleName).join(', ');
  const more = files.length - NAMED;
  return more > 0
    ? text`new files that commands made are not in the branch or the patch: ${names} and ${more} more`
    : text`new files that commands made are not in the branch or the patch: ${names}`;
}

/** The end of a turn with what it leaves out. */
export const withLeftOut = (end: Words, leftOut: Words | null): Words =>
  leftOut === null ? end : text`${nested(end)}; ${nested(leftOut)}`;

/** What a person can do about it. */
export const howToInclude: Words = text`to have such a file in the branch, ask for it to be written: a file that write_file writes is a part of it`;
