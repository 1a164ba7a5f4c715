import type * as z from 'zod';
import { NOTICE } from '../../../shared/events.js';
import type { Role } from '../../../shared/role.js';
import { askSeated } from '../../agents/judgement/structured.js';
import { type Mark, markWith, randomId } from '../../agents/openai/untrusted.js';
import type { EffectIo } from '../../engine/effect.js';
import { storedApprovals } from '../../engine/stored-approvals.js';
import { currentItem, type OrchestratorContext } from '../../machine/orchestrator/context.js';
import { askIo } from '../models/ask-io.js';
import { standsIn } from '../models/stand-in.js';
import type { CampaignBench } from './bench.js';
import { taskOf } from './tasks/epics.js';

interface Judgement<T> {
  judgement: string;
  prompt: string;
  schema: z.ZodType<T>;
}

/** A model's answer with the records of what it took; null: rules judge alone. */
export type Judged<T> = { value: T; records: readonly string[] } | null;

/**
 * Asks the model that plays a role. Null where rules or a mock play it, and where the model gave nothing that can be used: rules
 * stand in, and the operator is told.
 *
 * @param files of the repository whose text is in what `tell` gives; a block of it names them, so that the policy can withhold it
 */
export async function askRole<T>(
  { role, judgement }: { role: Role; judgement: Judgement<T> },
  ctx: OrchestratorContext,
  bench: CampaignBench,
  io: EffectIo,
  tell: (mark: Mark) => readonly string[] | Promise<readonly string[]>,
  files: readonly string[] = [],
): Promise<Judged<T>> {
  if (bench.player(role) === 'mock' || bench.models.of(role) === null) return null;
  io.progress('MODEL', judgement.judgement);
  const sendApprovals = storedApprovals(bench.home, 'send', bench.now);
  const asking = askIo(io, { repository: await repositoryOf(ctx, bench), sendApprovals });
  const mark = markWith(randomId());
  const goal = mark('goal', [ctx.goal, ...ctx.words].join('\n'), 2000);
  const content = [goal, ...(await tell(mark))].join('\n\n');
  const answer = await askSeated(
    bench.models,
    {
      ...{ role, judgement: judgement.judgement, schema: judgement.schema, files },
      messages: [
        { role: 'system', content: judgement.prompt },
        { role: 'user', content },
      ],
    },
    asking.io,
  );
  if (answer.ok) return { value: answer.value.value, records: asking.records };
  io.progress(NOTICE, standsIn(role, answer.error));
  return null;
}

/** Whose text requests show; null before there is an item. */
async function repositoryOf(ctx: OrchestratorContext, bench: CampaignBench): Promise<string | null> {
  const item = currentItem(ctx);
  const task = item === null || item.task_file === null ? null : await taskOf(item, bench);
  return task?.ok ? task.value.loaded.repoRoot : null;
}
