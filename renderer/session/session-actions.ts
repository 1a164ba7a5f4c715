import { SESSION_CALLS } from '../../shared/ipc/sessions.js';
import { asker } from '../actions.js';

/** Makes a call about sessions. */
export const askSession = asker(SESSION_CALLS);

/** Takes back what a call changed, and what all calls after it changed. */
export const undoFrom = (run: string, call: number): void => void askSession('undo', { run, call });
