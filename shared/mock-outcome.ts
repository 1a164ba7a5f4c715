import * as z from 'zod';
import { ROLES } from './role.js';

/** What a role's mock does. */
export const OUTCOMES = ['success', 'failure'] as const;
export type MockOutcome = (typeof OUTCOMES)[number];

/** A role that a mock plays, and what the mock does from now on. */
export const MOCKED_ROLE = z.object({ role: z.enum(ROLES), outcome: z.enum(OUTCOMES) });
export type MockedRole = z.infer<typeof MOCKED_ROLE>;
