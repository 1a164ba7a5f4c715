import type { CampaignPanel } from './campaign-panel.js';
import type { DeliveryPanel } from './delivery.js';
import type { ProviderName } from './provider-name.js';
import type { TestCase } from './results.js';
import type { Round } from './roundtable.js';
import type { SessionPanel } from './session-panel.js';

/** What a run was started from. */
export interface TaskOfRun {
  /** Absolute path of the task file; it may have gone since. */
  file: string;
  provider: ProviderName;
  searchSec: number;
}

/** What of a node is shown beside its diagram and trace; a machine fills in what it has. */
export interface Panels {
  /** Diff of everything that is in the run's tree now against the base commit; null where nothing is. */
  patch: string | null;
  cases: TestCase[];
  /** Cases of the baseline pass, known before the report is; null where there was none. */
  baseline: TestCase[] | null;
  /** The end of the last console, at most 256 KiB of text. */
  console: string;
  /** The commit that the run works on, and how many files had uncommitted changes; null where that is not recorded. */
  base: { baseCommit: string; dirtyFiles: number } | null;
  /** Null where that is not recorded. */
  task: TaskOfRun | null;
  /** Of a roundtable: proposal, review, test and must-fix items of each round. */
  rounds: Round[];
  /** Of a session: its plan and its calls; null for other machines. */
  session: SessionPanel | null;
  /** Of a campaign: its items, what their attempts came to, and the risks; null for other machines. */
  campaign: CampaignPanel | null;
  /** Of a delivery: what each state came to; null for other machines. */
  delivery: DeliveryPanel | null;
}

/** Of a machine without any of them. */
export const NO_PANELS: Panels = {
  patch: null,
  cases: [],
  baseline: null,
  console: '',
  base: null,
  task: null,
  rounds: [],
  session: null,
  campaign: null,
  delivery: null,
};
