/** Subtests below this depth are not read: nobody nests so deep, and depth costs time. */
const MAX_DEPTH = 8;
/** Lines of one YAML block that are read. */
const MAX_YAML_LINES = 200;

const POINT = /^(?:not )?ok(?: \d+)?(?:\s|$)/;
const SUBTEST = /^# Subtest(?:: (.*))?$/;
const BAIL_OUT = /^bail out!/i;
const PLAN = /^(\d{1,9})\.\.(\d{1,9})(?:\s|$)/;

type TapLineKind = 'point' | 'subtest' | 'bailout' | 'plan' | 'yaml' | 'comment' | 'close' | 'junk';

export interface TapLine {
  kind: TapLineKind;
  /** Subtest depth: the indent divided by four (TAP 14, "Subtests"). */
  depth: number;
  text: string;
}

/**
 * Classifies the lines of a console that carries TAP (versions 13 and 14): what is no TAP is `junk`, so that a
 * log line between a test point and its YAML block, or a block that never ends, spoils nothing.
 */
export function tapLines(lines: readonly string[]): TapLine[] {
  let yaml: { indent: string; left: number } | null = null;
  let pointIndent: number | null = null;
  return lines.map((text) => {
    const body = text.trimStart();
    const indent = text.length - body.length;
    const depth = Math.floor(indent / 4);
    if (yaml && text.startsWith(yaml.indent) && !POINT.test(body)) {
      const ends = text === `${yaml.indent}...` || --yaml.left <= 0;
      if (ends) yaml = null;
      return { kind: 'yaml', depth, text };
    }
    if (pointIndent !== null && body === '---' && indent > pointIndent) {
      yaml = { indent: text.slice(0, indent), left: MAX_YAML_LINES };
      return { kind: 'yaml', depth, text };
    }
    const kind = depth > MAX_DEPTH ? 'junk' : indent % 4 === 0 ? kindOf(body) : looseKind(body);
    if (kind === 'point') {
      yaml = null;
      pointIndent = indent;
    } else if (kind !== 'junk' && kind !== 'comment') pointIndent = null;
    return { kind, depth, text };
  });
}

const looseKind = (body: string): TapLineKind => (body.startsWith('#') ? 'comment' : 'junk');

function kindOf(body: string): TapLineKind {
  if (POINT.test(body)) return 'point';
  if (SUBTEST.test(body)) return 'subtest';
  if (BAIL_OUT.test(body)) return 'bailout';
  if (PLAN.test(body)) return 'plan';
  if (body === '}') return 'close';
  return looseKind(body);
}

/** The name behind `# Subtest:`, or null. */
export const subtestName = (text: string): string | null =>
  SUBTEST.exec(text.trimStart())?.[1]?.trim() ?? null;

/** How many tests a plan line promises, or null where it is none. */
export function plannedTests(text: string): number | null {
  const found = PLAN.exec(text);
  return found ? Math.max(0, Number(found[2]) - Number(found[1]) + 1) : null;
}
