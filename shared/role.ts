/** Who of the agents judges (design §3, orchestrator). Each may be played by another provider. */
export const ROLES = ['RESEARCHER', 'PLANNER', 'CODER', 'EXECUTOR', 'REVIEWER', 'TESTER', 'ANALYST'] as const;
export type Role = (typeof ROLES)[number];
