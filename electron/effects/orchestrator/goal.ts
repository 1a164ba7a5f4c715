const COMMIT = /\bcommit(s|ted)?\b|提交/i;

/** “Do not commit”, “without a commit”, 不要提交: asks for none, whatever else the goal says. */
const NO_COMMIT =
  /\b(?:do not|don['’]?t|never|without|no|not|nor|nothing to)\s+(?:(?:be|make|making|a|any|the|to|yet|it|then)\s+){0,3}commit(?:s|ted|ting)?\b|(?:不要|不得|不能|不可|不许|不必|不用|不需要?|无需|无须|请勿|切勿|勿|别|不)(?:再|要|做|进行|自动|任何|直接)*提交/gi;

/** Whether a goal asks for a commit, in words of either language. One that is refused is not asked for. */
export const wantsCommit = (goal: string): boolean => COMMIT.test(goal.replace(NO_COMMIT, ' '));

/** Whether a goal says that nothing is to be committed. */
export const refusesCommit = (goal: string): boolean => !wantsCommit(goal) && COMMIT.test(goal);
