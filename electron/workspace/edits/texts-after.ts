import { editOnce, type Misfit, type Nearness } from '../../../shared/edit-once.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { type Message, text } from '../../../shared/texts/words.js';
import { decodeText, encodeText } from '../text.js';
import type { FileNow } from './place.js';

/** A replacement in a file, as a model writes it. An empty `find` makes a new file. */
export interface FileEdit {
  path: string;
  find: string;
  replace: string;
}

/** The files after all edits, and how nearly each edit had to be taken. */
export interface Edited {
  after: Map<string, Uint8Array>;
  matched: Nearness[];
}

/**
 * Makes several edits, those of one file in their order: all or none. Errors: PATCH_APPLY_FAILURE for the first that does not fit
 * exactly once, ARGUMENTS_MALFORMED for a file that is no text.
 */
export function textsAfter(now: ReadonlyMap<string, FileNow>, edits: readonly FileEdit[]): Result<Edited> {
  const texts = new Map<string, string>();
  const matched: Nearness[] = [];
  for (const [at, edit] of edits.entries()) {
    const bytes = now.get(edit.path)?.bytes ?? null;
    if (bytes?.includes(0)) return binary(edit.path);
    const before = texts.get(edit.path) ?? (bytes === null ? null : decodeText(bytes));
    const made = before === null ? created(edit) : editOnce(before, edit);
    if (!made.ok) return misfit(edit.path, at + 1, made.error);
    texts.set(edit.path, made.value.text);
    matched.push(made.value.as);
  }
  return ok({ after: new Map([...texts].map(([path, words]) => [path, encodeText(words)])), matched });
}

type NewFile = Result<{ text: string; as: Nearness }, Misfit | { is: 'no file' }>;

const created = ({ find, replace }: FileEdit): NewFile =>
  find === '' ? ok({ text: replace, as: 'exact' }) : fail({ is: 'no file' });

const binary = (where: string): Result<never> =>
  fail({
    code: 'ARGUMENTS_MALFORMED',
    message: text`this is a binary file`,
    where,
    next: text`name a text file of the repository`,
  });

/** The file's text is not quoted: an error is shown and kept in more places than a file is. */
function misfit(where: string, nth: number, why: Misfit | { is: 'no file' }): Result<never> {
  const [message, next] = wordsFor(nth, why);
  return fail<Problem>({ code: 'PATCH_APPLY_FAILURE', message, where, next });
}

function wordsFor(nth: number, why: Misfit | { is: 'no file' }): [Message, Message] {
  switch (why.is) {
    case 'absent':
      return [
        text`edit ${nth}: the text to find does not occur in the file`,
        text`read the file again, and copy the text from it`,
      ];
    case 'many':
      return [
        text`edit ${nth}: the text to find occurs ${why.places} times`,
        text`give more lines around it, so that it occurs once`,
      ];
    case 'empty':
      return [
        text`edit ${nth}: the text to find is empty, and the file exists`,
        text`give the text to replace, or write the whole file with write_file`,
      ];
    case 'no file':
      return [
        text`edit ${nth}: there is no such file`,
        text`correct the path; to make a new file, leave the text to find empty`,
      ];
  }
}
