type IsHeldOut = ((name: string) => boolean) | undefined;

/** Whether a line names a case that the agent must not know. */
export const naming = (text: string, isHeldOut: IsHeldOut): boolean =>
  isHeldOut !== undefined &&
  [
    ...(text.match(/\w+/g) ?? []),
    ...(text.match(/[\w.:/-]+/g) ?? []),
    ...[...text.matchAll(/"((?:\\.|[^"\\])*)"/g)].map((literal) => literal[1] ?? ''),
  ].some(isHeldOut);

/** Lines (from 1) that must not be shown: those that name a held-out case, and the whole block that one of them begins. */
export function hiddenLines(lines: readonly string[], isHeldOut: IsHeldOut): Set<number> {
  const hidden = new Set<number>();
  if (isHeldOut === undefined) return hidden;
  lines.forEach((text, index) => {
    if (!naming(text, isHeldOut)) return;
    const [from, to] = begins(lines, index) ? blockAt(lines, index) : [index, index + 1];
    for (let line = from; line < to; line++) hidden.add(line + 1);
  });
  return hidden;
}

/** Whether a line is the head of a block and no statement or table row: it is not indented, and a brace follows. */
const begins = (lines: readonly string[], index: number): boolean =>
  /^[A-Za-z_]/.test(lines[index] ?? '') && /^[^;]*\{/.test(lines.slice(index, index + 4).join('\n'));

/** The outermost block around a line (0-based, end exclusive), as C is written: from an unindented line to the next that begins with a brace. */
export function blockAt(lines: readonly string[], line: number): [from: number, to: number] {
  let from = line;
  while (from > 0 && !/^[A-Za-z_]/.test(lines[from] ?? '')) from--;
  if (/;\s*$/.test(lines[from] ?? '')) return [line, line + 1];
  const end = lines.findIndex((text, index) => index >= line && /^\}/.test(text));
  return [from, end < 0 ? line + 1 : end + 1];
}
