import { editOnce } from '../../../shared/edit-once.js';
import type { Edit } from '../../../shared/judgement.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { withClosingMarks } from '../openai/untrusted.js';
import { fileDiff } from '../rules/diff.js';
import { firstNumber, withoutNumbers } from './numbered.js';
import type { ChangedFile } from './uncompiled.js';

/**
 * Turns exact-match edits into one unified diff with `a/` and `b/` prefixes: models copy text well and count diff
 * lines badly. The error says in words, for the model, which edit does not fit and why.
 */
export function editsToPatch(
  edits: readonly Edit[],
  files: readonly { file: string; text: string }[],
): Result<{ patch: string; changed: readonly ChangedFile[] }, string> {
  const before = new Map(files.map(({ file, text }) => [file, text]));
  const after = new Map<string, string>();
  for (const edit of edits) {
    const file = edit.file.replace(/^\.\//, '');
    const text = after.get(file) ?? before.get(file);
    if (text === undefined) return fail(`"${edit.file}" is not one of the files that may be changed`);
    const changed = replaceOnce(text, before.get(file) ?? '', edit);
    if (!changed.ok) return changed;
    after.set(file, changed.value);
  }
  const changed = [...after].map(([file, text]) => ({ file, before: before.get(file) ?? '', after: text }));
  const patch = changed.map((one) => fileDiff(one.file, one.before, one.after)).join('');
  return patch === '' && edits.length > 0 ? fail('the edits change nothing') : ok({ patch, changed });
}

/** What an edit may mean, and what speaks against a place in the file as it was shown. */
interface Reading {
  find: string;
  replace: string;
  against(shown: string): string | null;
}

const NUMBERS = 'carries the numbers of lines: leave them out';

/**
 * Exactly first, in every reading; then nearly. `shown` is the file as the model saw it: numbers of lines are those of that text.
 */
function replaceOnce(text: string, shown: string, edit: Edit): Result<string, string> {
  const quoted = `${edit.file}: the text to find, ${JSON.stringify(edit.find.slice(0, 200))},`;
  if (edit.find === '') return fail(`${edit.file}: the text to find is empty`);
  let wrong = `${quoted} does not occur in the file`;
  for (const most of ['exact', 'punctuation'] as const) {
    for (const reading of readings(edit)) {
      const done = editOnce(text, reading, most);
      if (!done.ok && done.error.is === 'many')
        return fail(`${quoted} occurs more than once: give more lines around it`);
      if (!done.ok) continue;
      const against = reading.against(shown.replace(/\r\n/g, '\n'));
      if (against === null) return ok(done.value.text);
      wrong = `${quoted} ${against}`;
    }
  }
  return fail(wrong);
}

/** The edit as it is; then, where that occurs nowhere, without what a prompt adds to a file. */
function readings(edit: Edit): Reading[] {
  const marked = { find: withClosingMarks(edit.find), replace: withClosingMarks(edit.replace) };
  const pairs = [edit, marked];
  const plain = pairs.map(({ find, replace }) => ({
    find,
    replace,
    against: (shown: string) =>
      firstNumber(replace) === lineOf(find, shown) ? `fits, and its replacement ${NUMBERS}` : null,
  }));
  const bare = pairs.flatMap(({ find, replace }) => {
    const without = withoutNumbers(find, replace);
    if (!without) return [];
    const against = (shown: string) => (lineOf(without.find, shown) === without.line ? null : NUMBERS);
    return [{ ...without, against }];
  });
  return [...plain, ...bare];
}

/** The line that `find` begins in; null unless it stands there and nowhere else. */
function lineOf(find: string, text: string): number | null {
  const place = text.indexOf(find.replace(/\r\n/g, '\n'));
  if (place < 0 || text.indexOf(find, place + 1) >= 0) return null;
  return text.slice(0, place).split('\n').length;
}
