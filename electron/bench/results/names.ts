import { matchesCase } from '../../../shared/case-pattern.js';

/** The patterns that match no name: a task that names a case which does not exist is told so. */
export const unmatchedPatterns = (patterns: readonly string[], names: readonly string[]): string[] =>
  patterns.filter((pattern) => !names.some((name) => matchesCase([pattern], name)));
