import type { MemoryLine } from '../../../../shared/deliverables.js';

/** Hypotheses that a design names. */
const MOST = 10;

/** What was found more than once counts once, with its highest weight. What weighs nothing points nowhere. */
export function ranked(findings: readonly MemoryLine[]): MemoryLine[] {
  const byText = new Map<string, MemoryLine>();
  for (const finding of findings.filter(({ weight }) => weight > 0)) {
    const known = byText.get(finding.text);
    if (known === undefined || known.weight < finding.weight) byText.set(finding.text, finding);
  }
  return [...byText.values()].sort((a, b) => b.weight - a.weight).slice(0, MOST);
}
