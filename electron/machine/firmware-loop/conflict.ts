import type { DecisionFacts } from '../../../shared/judgement.js';
import { isCutOff, type TestResult } from '../../../shared/results.js';
import { type Message, text } from '../../../shared/texts/words.js';

const reportsOf = ({ cases }: TestResult): number =>
  cases.reduce((sum, { status, reports = 1 }) => sum + (status === 'missing' ? 0 : reports), 0);

/**
 * What in a result contradicts the rest of it, so that its cases alone do not settle what it means; null where nothing does. Only then
 * is a model asked to judge a result.
 */
export function conflictIn(result: TestResult | null, facts: DecisionFacts): Message | null {
  if (result === null) return null;
  if (facts.flaky.length > 0) return text`the same image gave different results: ${facts.flaky.join(', ')}`;
  if (isCutOff(result) && facts.targetsPass)
    return text`every case that must pass does, and the session ended by ${result.ended_by}`;
  const { announced } = result;
  if (!isCutOff(result) && announced !== null && announced !== reportsOf(result))
    return text`the summary tells of another number of cases than were reported`;
  return null;
}
