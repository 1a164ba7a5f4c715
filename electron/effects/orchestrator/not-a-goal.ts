import type { Problem } from '../../../shared/problem.js';
import { text, type Words } from '../../../shared/texts/words.js';
import { intentOf } from '../../agents/delivery/intent.js';
import { ontoHeadIn } from '../../agents/delivery/onto-head.js';
import type { Message } from '../../journal/records.js';
import type { OrchestratorContext } from '../../machine/orchestrator/context.js';
import { CampaignSaidSchema } from './hear.js';

/**
 * Why a message is no goal of a campaign: it is about a delivery, and none is under way that could hear it. It says what to type instead;
 * null: it is a goal.
 */
export function notACampaigns(
  { type, payload }: Pick<Message, 'type' | 'payload'>,
  ctx: OrchestratorContext,
): Problem | null {
  const said = type === 'message' ? CampaignSaidSchema.safeParse(payload).data?.text : undefined;
  if (said === undefined) return null;
  const isDeploy = intentOf(said) === 'deploy';
  if (!isDeploy && !ontoHeadIn(said).asks) return null;
  return { code: 'USAGE', message: whereItStands(ctx), next: whatToType(ctx, isDeploy) };
}

function whereItStands({ run, delivered }: OrchestratorContext): Words {
  const none = text`no delivery of campaign ${run} is under way, so nobody there can do this`;
  if (!delivered?.commit) return none;
  const { commit, branch } = delivered.commit;
  return text`the delivery of campaign ${run} has ended with commit ${commit.slice(0, 12)} on branch ${branch}, so nobody there can do this`;
}

function whatToType({ delivered, stages }: OrchestratorContext, isDeploy: boolean): Words {
  const of = delivered?.run ?? stages.at(-1)?.run ?? null;
  if (of === null)
    return text`say it again once the campaign has a delivery at work: its goal has to ask for a commit`;
  return isDeploy
    ? text`deliver the work of its run, as the run left it, to a board: benchloop deliver ${of} --deploy PROFILE`
    : text`deliver the work of its run, as the run left it: benchloop deliver ${of}; then say this to that delivery`;
}
