import { subtestName, tapLines } from './tap-lines.js';
import { fixtureStart, unityReport } from './unity.js';
import { ztestLine } from './ztest.js';

/** Unity reports a case after it ran: what stands between two reports was printed by the later case. */
export function markUnity(lines: readonly string[], isHeld: (name: string) => boolean): boolean[] {
  const marks = lines.map(() => false);
  let from = 0;
  let open: string | null = null;
  lines.forEach((line, i) => {
    open = fixtureStart(line) ?? open;
    const name = unityReport(line)?.name ?? (open && /PASS/.test(line) ? open : null);
    if (name === null) return;
    if (isHeld(name)) marks.fill(true, from, i + 1);
    from = i + 1;
    open = null;
  });
  if (open && isHeld(open)) marks.fill(true, from);
  return marks;
}

/** As for Unity; the YAML block and comments right below a test point belong to that point. */
export function markTap(lines: readonly string[], isHeld: (name: string) => boolean): boolean[] {
  const marks = lines.map(() => false);
  const groups: string[] = [];
  let from = 0;
  let below = false;
  tapLines(lines).forEach((line, i) => {
    const group = line.kind === 'subtest' ? (subtestName(line.text) ?? '') : null;
    if (group !== null) {
      groups.length = Math.min(groups.length, line.depth);
      groups.push(group);
    }
    if (line.kind === 'point') {
      groups.length = Math.min(groups.length, line.depth + 1);
      below = heldPoint(line.text, groups, isHeld);
      if (below) marks.fill(true, from, i + 1);
      from = i + 1;
    } else if (from === i && CONTINUES.has(line.kind)) {
      marks[i] = below;
      from = i + 1;
    }
  });
  return marks;
}

const CONTINUES: ReadonlySet<string> = new Set(['yaml', 'comment']);

function heldPoint(text: string, groups: readonly string[], isHeld: (name: string) => boolean): boolean {
  const name = /^\s*(?:not )?ok(?: \d+)?(?: -)?\s*(.*?)\s*(?:\s#.*)?$/.exec(text)?.[1] ?? '';
  const qualified = groups.map((_, i) => [...groups.slice(i), name].join(' > '));
  return [name, ...qualified].map(isHeld).includes(true);
}

export function markZtest(lines: readonly string[], isHeld: (name: string) => boolean): boolean[] {
  let suite = '';
  let inside = false;
  return lines.map((line) => {
    const said = ztestLine(line);
    if (said.kind === 'suite') suite = said.name;
    if (said.kind === 'other' || said.kind === 'suite') return inside;
    const short = said.kind === 'summary' ? said.name.slice(said.name.lastIndexOf('.') + 1) : said.name;
    const held = isHeld(short) || isHeld(said.kind === 'summary' ? said.name : `${suite}.${said.name}`);
    if (said.kind === 'start') inside = held;
    if (said.kind === 'end') inside = false;
    return held;
  });
}
