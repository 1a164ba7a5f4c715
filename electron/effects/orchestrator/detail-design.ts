import type * as z from 'zod';
import type { MemoryLine } from '../../../shared/deliverables.js';
import { inEnglish, text } from '../../../shared/texts/words.js';
import { visible } from '../../../shared/visible-text.js';
import type { WorkItem } from '../../../shared/work-item.js';
import { CAMPAIGN_DESIGN } from '../../agents/campaign/judgements.js';
import { currentItem, type OrchestratorContext } from '../../machine/orchestrator/context.js';
import { askRole } from './ask-role.js';
import type { CampaignEffect } from './bench.js';
import { deliver, folderOf } from './deliver.js';
import { ranked } from './research/ranked.js';

/** DETAIL_DESIGN: what research found, ranked as hypotheses, each with the operation that found it. */
export const detailDesign: CampaignEffect = async (ctx, bench, io) => {
  const item = currentItem(ctx);
  if (item === null) throw new Error('no item is worked on');
  const likeliest = ranked(ctx.research.findings);
  const tried = attemptsForModel(ctx, item);
  const judged = await askRole(
    { role: 'PLANNER', judgement: CAMPAIGN_DESIGN },
    ctx,
    bench,
    io,
    async (mark) => [
      mark('task', item.task_file === null ? item.title : await bench.taskForModel(item.task_file), 4000),
      mark('findings', linesForModel(likeliest) || 'none', 12_000),
      ...(tried === '' ? [] : [mark('attempts before this one', tried, 4000)]),
      ...(item.notes ?? []).map((note) => mark('your note after an attempt', note, 1000)),
    ],
  );
  const design = await deliver(
    bench.dir,
    `${folderOf(item.id)}/detail_design.md`,
    designOf(item, likeliest, ctx.words, judged?.value ?? null),
  );
  return {
    type: 'design_ready',
    reason: text`ranked hypotheses: ${likeliest.length}`,
    evidence: [design.path, ...(judged?.records ?? [])],
    design,
  };
};

/** What came of the attempts at an item, and why each was not enough. */
const attemptsForModel = ({ stages }: OrchestratorContext, { id }: WorkItem): string =>
  stages
    .filter(({ item }) => item === id)
    .map(({ attempt, verdict, review }) => {
      const why = review.rejected_claims.map(({ claim, reason }) => `${claim}: ${inEnglish(reason)}`);
      return `${attempt}. ${verdict ?? 'no run'}: ${why.join('; ')}`;
    })
    .join('\n');

/** What research found, for a model: without text of the repository's files. */
export const linesForModel = (findings: readonly MemoryLine[]): string =>
  ranked(findings)
    .map((one) => `[${one.weight}] ${one.kind}: ${withoutSource(one)}`)
    .join('\n');

/** Lines of files stay here: a model is shown where they stand, and what the policy withholds is not among it. */
const withoutSource = ({ kind, text: found }: MemoryLine): string =>
  kind === 'test' ? (found.split(': ')[0] ?? '') : found;

type ModelDesign = z.infer<(typeof CAMPAIGN_DESIGN)['schema']>;

const designOf = (
  { title, notes = [] }: WorkItem,
  likeliest: readonly MemoryLine[],
  words: readonly string[],
  model: ModelDesign | null,
): string =>
  [
    `# ${title}`,
    '',
    '## Hypotheses, the likeliest first',
    '',
    ...(likeliest.length === 0 ? ['Research found nothing that points to a cause.'] : []),
    ...likeliest.map(
      (one, index) =>
        `${index + 1}. [${one.weight}] ${one.kind}: ${oneLine(withoutSource(one))} (${one.agent_id}, operation ${one.slot})`,
    ),
    '',
    ...(model === null ? [] : modelLines(model)),
    ...(notes.length === 0
      ? []
      : [
          '## What a model noted after earlier attempts (nobody has checked it)',
          '',
          ...notes.map((one) => `- ${oneLine(one)}`),
          '',
        ]),
    ...(words.length === 0 ? [] : ['## What the operator said', '', ...words.map((one) => `- ${one}`), '']),
    '## Approach',
    '',
    'One run of the firmware loop: it sees the failure on the target first, searches the smallest change that makes the',
    'cases pass, and has the target judge it.',
    '',
  ].join('\n');

/** A model's words are marked: nobody has checked them. */
const modelLines = ({ hypotheses, approach }: ModelDesign): string[] => [
  '## What a model holds for likely (nobody has checked it)',
  '',
  ...hypotheses.map(
    ({ cause, confidence, because }) => `- [${confidence}] ${oneLine(cause)} (${oneLine(because)})`,
  ),
  '',
  oneLine(approach),
  '',
];

const oneLine = (words: string): string => visible(words).replace(/\s*\n\s*/g, ' ');
