import * as z from 'zod';
import { fail, ok } from '../../../shared/problem.js';
import { RoundtableAskedSchema } from '../../../shared/roundtable-asked.js';
import { text } from '../../../shared/texts/words.js';
import { headerFor } from '../firmware-loop/start/start.js';
import type { Start } from '../parts.js';
import type { CoordinatorHeader } from './header.js';

/** Errors: USAGE, and those of the task, the policy, the provider and the SDK folders. */
export const startRoundtable: Start = async (parts, asked) => {
  const parsed = RoundtableAskedSchema.safeParse(asked);
  if (!parsed.success)
    return fail({
      code: 'USAGE',
      message: text`this is no request for a roundtable: ${z.prettifyError(parsed.error)}`,
    });
  const { machine: _, mode, ...how } = parsed.data;
  const loop = await headerFor(parts, how);
  if (!loop.ok) return loop;
  const header: CoordinatorHeader = { loop: loop.value, mode, parent: null };
  return ok({ goal: loop.value.loaded.task.goal, header });
};
