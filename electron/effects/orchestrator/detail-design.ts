import type { MemoryLine } from '../../../shared/deliverables.js';
import { text } from '../../../shared/texts/words.js';
import { currentItem } from '../../machine/orchestrator/context.js';
import type { CampaignEffect } from './bench.js';
import { deliver, folderOf } from './deliver.js';

/** Hypotheses that a design names. */
const MOST = 10;

/** DETAIL_DESIGN: what research found, ranked as hypotheses, each with the operation that found it. */
export const detailDesign: CampaignEffect = async (ctx, bench) => {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  const ranked = rank(ctx.research.findings);
  const design = await deliver(
    bench.dir,
    `${folderOf(item.id)}/detail_design.md`,
    designOf(item.title, ranked, ctx.words),
  );
  return {
    type: 'design_ready',
    reason: text`ranked hypotheses: ${ranked.length}`,
    evidence: [design.path],
    design,
  };
};

/** What was found more than once counts once, with its highest weight. */
function rank(findings: readonly MemoryLine[]): MemoryLine[] {
  const byText = new Map<string, MemoryLine>();
  for (const finding of findings) {
    const known = byText.get(finding.text);
    if (known === undefined || known.weight < finding.weight) byText.set(finding.text, finding);
  }
  return [...byText.values()].sort((a, b) => b.weight - a.weight).slice(0, MOST);
}

const designOf = (title: string, ranked: readonly MemoryLine[], words: readonly string[]): string =>
  [
    `# ${title}`,
    '',
    '## Hypotheses, the likeliest first',
    '',
    ...(ranked.length === 0 ? ['Research found nothing that points to a cause.'] : []),
    ...ranked.map(
      (one, index) =>
        `${index + 1}. [${one.weight}] ${one.kind}: ${one.text} (${one.agent_id}, operation ${one.slot})`,
    ),
    '',
    ...(words.length === 0 ? [] : ['## What the operator said', '', ...words.map((one) => `- ${one}`), '']),
    '## Approach',
    '',
    'One run of the firmware loop: it sees the failure on the target first, searches the smallest change that makes the',
    'cases pass, and has the target judge it.',
    '',
  ].join('\n');
