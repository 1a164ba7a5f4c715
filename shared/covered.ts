import { nested, text, type Words } from './texts/words.js';

/** What an approval can cover, by the names that it is compared by, in the words of a sentence about what is different. */
const COVERED: Readonly<Record<string, Words>> = {
  repository: text`the repository`,
  'build files': text`the build files`,
  command: text`the command`,
  'clean command': text`the clean command`,
  'test command': text`the test command`,
  checks: text`the checks`,
  profile: text`the profile`,
  access: text`what the build may read, or its environment`,
  board: text`the board`,
  chip: text`the chip`,
  regions: text`the memory that is written`,
  image: text`the image`,
  images: text`which images it covers`,
  change: text`the change`,
  machine: text`the machine`,
  actions: text`what is done to it`,
  commands: text`the commands`,
  host: text`the host`,
  faults: text`the faults of the board so far`,
};

/** The names of what differs between two approvals. */
export function differingParts(
  before: Readonly<Record<string, string>>,
  now: Readonly<Record<string, string>>,
): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  return names.filter((name) => before[name] !== now[name]);
}

/** Why an earlier approval does not hold for what is asked now. */
export function whyNotCovered(at: string, differing: readonly string[]): Words {
  if (differing.length === 0) return text`an earlier approval (${at}) does not cover this`;
  const names = differing.map((name): Words => COVERED[name] ?? name);
  const list = names.reduce((left, right) => text`${nested(left)}, ${nested(right)}`);
  return text`an earlier approval (${at}) does not cover this; what differs: ${nested(list)}`;
}
