import type { Models } from '../../agents/model.js';
import type { Effect, Outcome } from '../../engine/effect.js';
import type { SessionContext } from '../../machine/session/context.js';
import type { SessionEvent } from '../../machine/session/events.js';
import type { SendWork } from '../../tools/send.js';
import type { SessionWork } from '../../tools/session-work.js';
import type { StartParts } from '../parts.js';
import type { SessionHeader } from './header.js';

/** What the effects of one session work with. */
export interface SessionBench {
  header: SessionHeader;
  work: SessionWork;
  models: Models;
  /** Whose text requests show, and where it may go. */
  sending: SendWork;
  /** What a run that it dispatches is started by. */
  starting: Omit<StartParts, 'approvals'>;
  /** Releases what the session held. */
  close(): Promise<void>;
}

export type SessionEffect = Effect<SessionContext, SessionEvent, SessionBench>;
export type SessionOutcome = Outcome<SessionEvent>;
