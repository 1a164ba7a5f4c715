import { ok, type Result } from '../../../shared/problem.js';
import type { WorkItem } from '../../../shared/work-item.js';
import type { OrchestratorContext } from '../../machine/orchestrator/context.js';
import { runFacts } from './claims/run-facts.js';

/**
 * The run of the item's last attempt, where that is not proven and a person has accepted it since: the campaign goes on with it. Null: another
 * run is to be dispatched. Errors: those of its journal.
 *
 * @param home the data folder
 */
export function acceptedRun(
  { run, stages }: Pick<OrchestratorContext, 'run' | 'stages'>,
  { id }: WorkItem,
  home: string,
): Result<string | null> {
  const last = stages.findLast((stage) => stage.item === id && stage.run !== null);
  if (last === undefined || last.run === null || last.verdict !== 'UNPROVEN') return ok(null);
  const facts = runFacts(home, last.run);
  if (!facts.ok) return facts;
  return ok(facts.value.accepted !== null && facts.value.parent === run ? last.run : null);
}
