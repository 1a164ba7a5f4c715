import type { MockOutcome } from '../../../shared/mock-outcome.js';
import type { ProviderName } from '../../../shared/provider-name.js';
import type { Role } from '../../../shared/role.js';
import type { Models } from '../../agents/model.js';
import type { Effect, Outcome } from '../../engine/effect.js';
import type { TaskClaims } from '../../lab/tasks/claims.js';
import type { IsAtWork, TaskStore } from '../../lab/tasks/store.js';
import type { OrchestratorContext } from '../../machine/orchestrator/context.js';
import type { OrchestratorEvent } from '../../machine/orchestrator/events.js';
import type { StartParts } from '../parts.js';
import type { OrchestratorHeader } from './header.js';

/** What the effects of one campaign work with. */
export interface CampaignBench {
  header: OrchestratorHeader;
  home: string;
  /** The run's folder. */
  dir: string;
  now: () => number;
  models: Models;
  /** Whoever plays a role now. */
  player(role: Role): ProviderName;
  /** What the mock of a role does now. */
  mock(role: Role): MockOutcome;
  store: TaskStore;
  claims: TaskClaims;
  /** A repository that uses beads, where nobody has allowed that; null: none. */
  unusedTracker: string | null;
  /** Whether another campaign still has its epic. */
  isAtWork: IsAtWork;
  /** Whether another campaign gets on by itself: it waits for no person. */
  isWorking: IsAtWork;
  /** What a task file says, for a model; in a replay only its name. */
  taskForModel(file: string): Promise<string>;
  /** What a run that it dispatches is started by. */
  starting: Omit<StartParts, 'approvals'>;
}

export type CampaignEffect = Effect<OrchestratorContext, OrchestratorEvent, CampaignBench>;
export type CampaignOutcome = Outcome<OrchestratorEvent>;
