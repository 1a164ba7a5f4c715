import * as z from 'zod';
import { nested, text, type Words } from './texts/words.js';

/** Who gave an answer: a person when it was asked, or something that a person had said before. */
const ANSWERED = ['person', 'policy', 'stored', 'envelope'] as const;
type Answered = (typeof ANSWERED)[number];

const Count = z.number().int().nonnegative();

/** How often a run asked a person, and what spared the other questions. A decision is an answer that a person gave for this run. */
export const DecisionsSchema = z.object({
  count: Count,
  /** Decisions by what they were about. */
  by_scope: z.record(z.string(), Count),
  /** Decisions by where the person answered. */
  by_channel: z.record(z.string(), Count),
  /** Questions that nobody had to answer: by the approval policy, an approval of an earlier run, or an earlier yes of this run. */
  unasked: z.object({ policy: Count, stored: Count, envelope: Count }),
});
export type Decisions = z.infer<typeof DecisionsSchema>;

/** What a gate says of who answered where no person did. */
export const BY_POLICY = 'approval policy';
export const byStored = (at: string): string => `stored approval of ${at}`;
export const byEnvelope = (who: string, gate: string): string => `${who}, who granted it with ${gate}`;

/** Who answered a gate, from its `answered_by`. */
export function whoAnswered(answeredBy: string): Answered {
  if (answeredBy === BY_POLICY) return 'policy';
  if (answeredBy.startsWith(byStored(''))) return 'stored';
  return answeredBy.includes(byEnvelope('', '')) ? 'envelope' : 'person';
}

interface Asked {
  gate: string;
  scope: string;
  answer: string | null;
  answered_by: string | null;
}

/**
 * Counts the answers to the questions of a run.
 *
 * @param answers what persons answered, by gate: also to a question that changed afterwards and was put again
 */
export function decisionsOf(
  gates: readonly Asked[],
  answers: readonly { gate: string; by: string }[],
): Decisions {
  const given = gates.flatMap(({ gate, scope, answer, answered_by }) => {
    const said = answers
      .filter((one) => one.gate === gate)
      .map(({ by }) => ({ who: whoAnswered(by), scope, by }));
    const isSaid = said.some(({ by }) => by === answered_by);
    if (isSaid || answer === null || answered_by === null) return said;
    return [...said, { who: whoAnswered(answered_by), scope, by: answered_by }];
  });
  const byPerson = given.filter(({ who }) => who === 'person');
  const without = (how: Answered): number => given.filter(({ who }) => who === how).length;
  return {
    count: byPerson.length,
    by_scope: counted(byPerson.map(({ scope }) => scope)),
    by_channel: counted(byPerson.map(({ by }) => by)),
    unasked: { policy: without('policy'), stored: without('stored'), envelope: without('envelope') },
  };
}

function counted(names: readonly string[]): Record<string, number> {
  const all = [...new Set(names)].sort();
  return Object.fromEntries(all.map((name) => [name, names.filter((one) => one === name).length]));
}

/** The decisions of a run in one line. */
export function decisionsText({ count, by_scope, by_channel, unasked }: Decisions): Words {
  const { policy, stored, envelope } = unasked;
  const parts: Words[] = [
    count === 0
      ? text`no answer by a person`
      : text`${count} by a person (${listed(by_scope)}; ${listed(by_channel)})`,
    ...(policy === 0 ? [] : [text`${policy} by the approval policy`]),
    ...(stored === 0 ? [] : [text`${stored} by a stored approval`]),
    ...(envelope === 0 ? [] : [text`${envelope} by an earlier yes of this run`]),
  ];
  return parts.reduce((left, right) => text`${nested(left)}, ${nested(right)}`);
}

const listed = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([name, n]) => `${name} ${n}`)
    .join(', ');
