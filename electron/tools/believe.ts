import * as z from 'zod';
import { ok } from '../../shared/problem.js';
import { inLines, type Message, nested, text, type Words } from '../../shared/texts/words.js';
import { visibleJson } from '../../shared/visible-text.js';
import { bindingOf } from '../engine/binding.js';
import type { Asking, Tool } from '../engine/tool.js';

const BelieveArguments = z.object({
  /** What was changed, as a unified diff. */
  patch: z.string(),
  risk: z.number(),
  /** See `Doubts`. */
  output: z.array(z.string()),
  values: z.array(z.string()),
  /** See `Provenance`. */
  writers: z.array(z.string()),
  macros: z.array(z.string()),
  handlers: z.array(z.string()),
});
export type BelieveArguments = z.infer<typeof BelieveArguments>;

/** How much the risk of a patch is raised by each doubt. */
const DOUBT = 0.3;
/** Words that one line shows. */
const SHOWN = 10;

type Doubted = Omit<BelieveArguments, 'patch' | 'risk'>;

/** What each doubt says of the names that it was found by. */
const DOUBTS: Readonly<Record<keyof Doubted, (names: string) => Message>> = {
  writers: (names) => text`patched functions had a part in verdict lines: ${names}`,
  output: (names) => text`the patch adds output (${names}), and nothing shows who wrote the verdict`,
  values: (names) => text`the patch compares with values that the tests use: ${names}`,
  macros: (names) => text`the patch defines macros under names that the tests use: ${names}`,
  handlers: (names) => text`the patch has code run behind the back of its caller: ${names}`,
};
const ORDER = ['writers', 'output', 'values', 'macros', 'handlers'] as const;

/** Why a pass is doubted, in words. */
export const doubtWords = (doubted: Doubted): Message[] =>
  ORDER.filter((doubt) => doubted[doubt].length > 0).map((doubt) => DOUBTS[doubt](listed(doubted[doubt])));

const listed = (names: readonly string[]): string => {
  const shown = names
    .slice(0, SHOWN)
    .map((name) => visibleJson(name))
    .join(', ');
  return names.length > SHOWN ? `${shown}, …` : shown;
};

async function asking({ patch, risk, ...doubts }: BelieveArguments): Promise<Asking> {
  const words = doubtWords(doubts);
  const reasons = words.map((reason) => ({ reason: reason as Words, weight: DOUBT }));
  return {
    kind: 'believe',
    isForRun: true,
    question: text`Every case passes with this patch. Believe it?`,
    subject: text`${nested(inLines(...words))}\n\n${patch}`,
    binding: bindingOf(['believe', patch]),
    risk: Math.min(1, risk + DOUBT * words.length),
    reasons,
  };
}

/**
 * Lets a pass count that a patch may have made up. It does nothing itself: whoever decides asks it first. Errors: DECLINED.
 */
export const believe: Tool<BelieveArguments, null, null> = {
  ...{ name: 'believe', kind: 'believe', isIdempotent: true, scope: 'patch', danger: 'lasting' },
  arguments: BelieveArguments,
  result: z.null(),
  gate: asking,
  perform: async () => ok(null),
  reconcile: async () => 'again',
};
