/** Whether a goal asks for a commit, in words of either language. */
export const wantsCommit = (goal: string): boolean => /\bcommit(s|ted)?\b|提交/i.test(goal);
