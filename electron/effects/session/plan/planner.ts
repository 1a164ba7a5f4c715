import type { Problem } from '../../../../shared/problem.js';
import { text } from '../../../../shared/texts/words.js';
import type { SessionBench } from '../bench.js';

/** Who plans: a model's steps name no calls, so that a model has to carry them out, too. */
export function plannerOf({ models }: Pick<SessionBench, 'models'>): 'rules' | 'model' | 'nobody' {
  if (models.of('PLANNER') === null) return 'rules';
  return models.of('EXECUTOR') === null ? 'nobody' : 'model';
}

/** Steps without calls, and no agent that chooses any. */
export const NOBODY: Problem = {
  code: 'USAGE',
  message: text`a model plans, but no model plays ${'EXECUTOR'}, so nobody can carry out its steps; nothing was done`,
  next: text`let a model carry them out, too: --role EXECUTOR=openai; or say one of the sentences of docs/session.md, which need no model`,
};
