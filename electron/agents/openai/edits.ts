import { fail, ok, type Result } from '../../../shared/problem.js';
import { fileDiff } from '../rules/diff.js';
import type { ModelEdit } from './schemas.js';
import type { SourceFile } from './sources.js';

/**
 * Turns exact-match edits into one unified diff with `a/` and `b/` prefixes: models copy text well and count diff
 * lines badly. The error says in words, for the model, which edit does not fit and why.
 */
export function editsToPatch(
  edits: readonly ModelEdit[],
  files: readonly SourceFile[],
): Result<string, string> {
  const before = new Map(files.map(({ file, text }) => [file, text]));
  const after = new Map<string, string>();
  for (const edit of edits) {
    const text = after.get(edit.file) ?? before.get(edit.file);
    if (text === undefined) return fail(`"${edit.file}" is not one of the files shown`);
    const changed = replaceOnce(text, edit);
    if (!changed.ok) return changed;
    after.set(edit.file, changed.value);
  }
  const patch = [...after].map(([file, text]) => fileDiff(file, before.get(file) ?? '', text)).join('');
  return patch === '' && edits.length > 0 ? fail('the edits change nothing') : ok(patch);
}

function replaceOnce(text: string, edit: ModelEdit): Result<string, string> {
  // A model answers with LF whatever the file has.
  const crlf = text.includes('\r\n');
  const lineEnds = (part: string) => (crlf ? part.replace(/\r?\n/g, '\r\n') : part);
  const find = lineEnds(edit.find);
  const quoted = `${edit.file}: the text to find, ${JSON.stringify(edit.find.slice(0, 200))},`;
  if (find === '') return fail(`${edit.file}: the text to find is empty`);
  const place = text.indexOf(find);
  if (place < 0) return fail(`${quoted} does not occur in the file`);
  if (text.indexOf(find, place + 1) >= 0)
    return fail(`${quoted} occurs more than once: give more lines around it`);
  return ok(text.slice(0, place) + lineEnds(edit.replace) + text.slice(place + find.length));
}
