import type { Problem, Result } from '../../../shared/problem.js';
import { text } from '../../../shared/texts/words.js';
import type { Epic } from '../../../shared/work-item.js';

/** Epics with their tasks, which several campaigns share ("BD" of seed 001). */
export interface TaskStore {
  readonly kind: 'embedded' | 'bd';
  /** All epics, those that were changed last first. */
  list(): Promise<Result<Epic[]>>;
  /** Writes an epic that the campaign has, or a new one; the same again changes nothing. Error: RUN_OWNED where another has it. */
  put(epic: Epic, campaign: string): Promise<Result<void>>;
  /** Takes an epic up for the campaign. Error: RUN_OWNED where another has it and is still at work. */
  take(epic: Epic, campaign: string): Promise<Result<void>>;
}

/** Whether a campaign still works, or waits for its operator: others leave its epic alone. */
export type IsAtWork = (campaign: string) => boolean;

/** Why an epic is not given to another campaign. */
export const taken = (epic: string, holder: string): Problem => ({
  code: 'RUN_OWNED',
  message: text`campaign ${holder} has taken up epic ${epic}`,
  next: text`see what it does: benchloop show ${holder}`,
});
