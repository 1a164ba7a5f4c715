import type { EvidenceBody } from '../../shared/deliverables.js';
import { MAIN } from '../../shared/events.js';
import { showRun } from '../actions.js';
import { select } from '../selection.js';
import { askCampaign } from './calls.js';

type Evidence<K extends EvidenceBody['kind']> = Extract<EvidenceBody, { kind: K }>;
export type ConsoleEvidence = Evidence<'console'>;

/** Selects the run, its tests, and the case among them. */
export function showCase({ run, case: name }: Evidence<'case'>): void {
  void showRun(run, MAIN);
  select({ tab: 'tests', place: { kind: 'case', name } });
}

/**
 * Selects the run, its console, and in the range the line that speaks of `name`; without one, or where none does, the first line of the
 * range. A range that does not hash is not shown: what was claimed is not there any more.
 */
export async function showConsole(
  { run, file, from, to, range_sha256: sha256 }: ConsoleEvidence,
  name: string | null,
): Promise<void> {
  const found = await askCampaign('consoleRange', { run, file, from, to, sha256 });
  if (found === null) return;
  void showRun(run, MAIN);
  select({ tab: 'console', place: { kind: 'console', ...found, name } });
}

export function showReport({ run }: Evidence<'report'>): void {
  void showRun(run, MAIN);
  select({ tab: 'report' });
}

/** The delivery that made the commit; the run where that is not known. */
export function showCommit(
  { run }: Evidence<'commit'>,
  { campaign, delivery }: { campaign: string; delivery: string | null },
): void {
  if (delivery === null) void showRun(run, MAIN);
  else void showRun(campaign, delivery);
  select({ tab: null });
}
