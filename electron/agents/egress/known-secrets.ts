import { readFileSync, statSync } from 'node:fs';

/** Files that the build needs and nobody tracks are small where they hold secrets (bytes). */
const LARGEST = 256 * 1024;

/** What in such a file could be one: texts in quotes, and long words of hexadecimal digits or base64. */
const SECRET = /"((?:[^"\\\n]|\\.){6,})"|\b[0-9A-Fa-f]{16,}\b|[A-Za-z0-9+/]{24,}={0,2}/g;

/** What the files of a task's `inputs` hold that must not be sent. A file that is gone or binary holds nothing. */
export function secretsOfInputs(files: readonly string[]): { kind: string; text: string }[] {
  return files.flatMap((file) => {
    const entry = statSync(file, { throwIfNoEntry: false });
    if (!entry?.isFile() || entry.size > LARGEST) return [];
    const text = readFileSync(file, 'utf8');
    if (text.includes('\0')) return [];
    return [...text.matchAll(SECRET)].map((found) => ({ kind: 'INPUT', text: found[1] ?? found[0] }));
  });
}
