/** What a role's mock does. */
export const OUTCOMES = ['success', 'failure'] as const;
export type MockOutcome = (typeof OUTCOMES)[number];
