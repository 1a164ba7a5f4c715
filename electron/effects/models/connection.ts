import type { Policy } from '../../../shared/policy.js';
import type { Result } from '../../../shared/problem.js';
import type { ProviderName } from '../../../shared/provider-name.js';
import type { AskIo, ModelQuestion, ModelReply } from '../../agents/model.js';
import type { Playing } from '../../agents/playing.js';
import type { Kept } from '../../agents/records/records.js';

/** What the models of one run are opened with. */
export interface ModelsOptions {
  home: string;
  /** The run's own folder. */
  dir: string;
  /** What the run was started with. */
  playing: Playing;
  policy: Pick<Policy, 'offline' | 'hosts' | 'allowedProviders' | 'neverSend' | 'budget'>;
  /** Files that the task copies into the tree, and that nobody tracks: `from` is absolute, `to` relative to the tree. */
  inputs: readonly { from: string; to: string }[];
  env: NodeJS.ProcessEnv;
  now: () => number;
}

/** Whom a request goes to. */
export interface Whom {
  provider: ProviderName;
  /** The provider's model, or the one that is asked where that one fails. */
  which: 'first' | 'other';
}

/** What stands behind a role. */
export interface Connection {
  provider: ProviderName;
  /** Null where no model has a name. */
  model: string | null;
  /** Where its requests go; null: they stay on this computer. */
  host: string | null;
  ask(question: ModelQuestion, io: AskIo, kept: Kept): Promise<Result<ModelReply>>;
}
