import type { ProviderName } from '../../../shared/provider-name.js';
import type { AskModel } from '../../agents/model.js';
import type { Playing } from './playing.js';

/** What the models of one run are opened with. */
export interface ModelsOptions {
  /** The run's own folder. */
  dir: string;
  /** What the run was started with. */
  playing: Playing;
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
  /** Where its requests go; null: nowhere. */
  host: string | null;
  ask: AskModel;
}
