/** What may come before and after the sentence. */
const BEFORE = String.raw`^(?:please\s+)?(?:(?:continue|go\s+on)\s*[:,]?\s*)?`;
const WORK = String.raw`(?:it|the\s+work|this)`;
const HEAD = String.raw`(?:(?:my\s+|the\s+)?(?:HEAD|(?:new|newest|latest|present)\s+commit)|what\s+I\s+have\s+now)`;
const ENGLISH = new RegExp(
  String.raw`${BEFORE}(?:rebase(?:\s+${WORK})?(?:\s+(?:on|onto|on\s+top\s+of)\s+${HEAD})?|bring\s+${WORK}\s+(?:on|onto|on\s+top\s+of|up\s+to)\s+${HEAD})[.!]?$`,
  'i',
);
const CHINESE =
  /^请?(?:继续[：:，,]?\s*)?(?:请?(?:把|将)(?:它|成果|工作))?(?:变基|(?:移|移动|搬|变基)到\s*(?:最新提交|最新的提交|当前提交|HEAD))[。！]?$/i;

/** One sentence asks for the work to be brought onto the present HEAD of the user's repository; the documented wordings, see docs/delivery.md. */
const isOntoHead = (sentence: string): boolean => ENGLISH.test(sentence) || CHINESE.test(sentence);

/** A message with and without the lines that ask for HEAD. */
export function ontoHeadIn(message: string): { asks: boolean; rest: string } {
  const lines = message.split('\n').map((line) => line.trim());
  return {
    asks: lines.some(isOntoHead),
    rest: lines.filter((line) => line !== '' && !isOntoHead(line)).join('\n'),
  };
}

/** What the session is told of files that hold conflict markers. `sides`: the names beside the markers. */
export const conflictWords = (
  commit: string,
  files: readonly string[],
  sides: { theirs: string; work: string },
): string =>
  [
    `The work was brought onto commit ${commit.slice(0, 12)}, which the repository is at now. These files are in conflict and hold conflict markers:`,
    ...files.map((file) => `- ${file}`),
    `What stands from "<<<<<<< ${sides.theirs}" to "=======" is what the repository has now; what follows, to ">>>>>>> ${sides.work}", is what the work made of it.`,
    'Resolve each conflict so that both changes keep their purpose, and leave no marker line. Change nothing else.',
  ].join('\n');
