import path from 'node:path';
import * as z from 'zod';
import { CampaignAskedSchema } from '../../../shared/campaign.js';
import { fail, ok } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import { playingFor } from '../../agents/playing.js';
import { readPolicy } from '../../files/policy-file.js';
import { headerFor } from '../firmware-loop/start/start.js';
import { unplayable } from '../models/open-models.js';
import type { Start } from '../parts.js';
import type { OrchestratorHeader } from './header.js';

/** Errors: USAGE, and those of each task, the policy, the provider and the SDK folders. */
export const startCampaign: Start = async (parts, asked) => {
  const parsed = CampaignAskedSchema.safeParse(asked);
  if (!parsed.success)
    return fail({
      code: 'USAGE',
      message: text`this is no request for a campaign: ${z.prettifyError(parsed.error)}`,
    });
  const { goal, taskFiles, autoResume, here = process.cwd(), provider, roles } = parsed.data;
  if (goal.trim() === '' && taskFiles.length > 0)
    return fail({
      code: 'USAGE',
      message: text`the campaign has tasks and no goal`,
      next: text`say the goal in one sentence`,
    });
  const policy = readPolicy(parts.home);
  if (!policy.ok) return policy;
  const playing = playingFor({ provider, roles }, { policy: policy.value, env: parts.env });
  const missing = unplayable(playing, { policy: policy.value, env: parts.env });
  if (missing !== null) return fail(missing);
  const files = [...new Set(taskFiles.map((file) => path.resolve(here, file)))];
  for (const taskFile of files) {
    const readable = await headerFor(parts, { taskFile, provider, roles, overrides: {} });
    if (!readable.ok) return readable;
  }
  const header: OrchestratorHeader = {
    ...{ goal: goal.trim(), taskFiles: files, autoResume, here, ...playing, policy: policy.value },
    isMock: (playing.roles.EXECUTOR ?? playing.provider) === 'mock',
    approvals: typeof parts.approvals === 'string' ? parts.approvals : [...parts.approvals],
  };
  return ok({ goal: header.goal === '' ? 'resume' : header.goal, header });
};
