import * as z from 'zod';
import { AGENTS } from '../../../../shared/deliverables.js';
import { wordsSchema } from '../../../../shared/texts/words.js';

/** `dead_agents.json`: who brought nothing, and why. */
export const DeadAgentsSchema = z.strictObject({
  dead: z.array(z.strictObject({ agent: z.enum(AGENTS), why: wordsSchema })),
});
