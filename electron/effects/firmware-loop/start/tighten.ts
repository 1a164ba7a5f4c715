import type { Policy } from '../../../../shared/policy.js';
import type { Task } from '../../../../shared/task.js';
import { text, type Words } from '../../../../shared/texts/words.js';

/** What a task may ask of the policy. */
type Asked = Exclude<Extract<keyof Task['constraints'], keyof Policy>, 'budget' | 'offline'>;

/**
 * In which direction a field is stricter. A repository brings its task along, and nobody may loosen the rules that bind
 * it: a task only ever moves a threshold this way (design §2, Tools).
 */
const STRICTER = {
  maxIterations: 'smaller',
  riskThreshold: 'smaller',
  successConfidence: 'larger',
  searchSec: 'smaller',
  searchTrials: 'smaller',
} as const satisfies Record<Asked, 'smaller' | 'larger'>;

const STRICTER_OF = { smaller: Math.min, larger: Math.max } as const;

/** What is told, by the direction in which the task may not go. */
const TOLD = {
  smaller: (field: string, wanted: number, policy: number) =>
    text`the task asks for ${field} ${wanted}, but your policy allows ${policy} at most`,
  larger: (field: string, wanted: number, policy: number) =>
    text`the task asks for ${field} ${wanted}, but your policy allows ${policy} at least`,
} as const;

const FIELDS = Object.keys(STRICTER).filter((name): name is Asked => name in STRICTER);

/** The policy in force: defaults, then the person's file, then the task's constraints where these are stricter. */
export function tighten(person: Policy, asked: Task['constraints']): Policy {
  const policy = { ...person };
  for (const field of FIELDS)
    policy[field] = STRICTER_OF[STRICTER[field]](person[field], asked[field] ?? person[field]);
  const { tokens, requests } = person.budget;
  return {
    ...policy,
    offline: person.offline || asked.offline === true,
    budget: {
      ...person.budget,
      tokens: Math.min(tokens, asked.budget?.tokens ?? tokens),
      requests: Math.min(requests, asked.budget?.requests ?? requests),
    },
  };
}

/** What a task asks for and does not get, each in one sentence. @param policy the one in force */
export const notGranted = (policy: Policy, asked: Task['constraints']): Words[] =>
  FIELDS.flatMap((field) => {
    const wanted = asked[field];
    return wanted === undefined || wanted === policy[field]
      ? []
      : [TOLD[STRICTER[field]](field, wanted, policy[field])];
  });
