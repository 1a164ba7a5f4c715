import type { CallStatus, SessionSummary, Step } from '../../../../shared/session.js';
import { type Message, text } from '../../../../shared/texts/words.js';

export const MARK: Readonly<Record<Step['status'], string>> = {
  done: '[x]',
  pending: '[ ]',
  in_progress: '[>]',
  blocked: '[!]',
  skipped: '[-]',
};

/** What became of a call, and how a page shows it. */
export const CALL_WORDS: Readonly<Record<CallStatus, { words: Message; look: 'pass' | 'fail' | 'skip' }>> = {
  started: { words: text`under way`, look: 'skip' },
  ok: { words: text`done`, look: 'pass' },
  failed: { words: text`failed`, look: 'fail' },
  denied: { words: text`refused`, look: 'fail' },
  undone: { words: text`taken back`, look: 'skip' },
};

export const CHECKED: Readonly<Record<SessionSummary['verification'], Message>> = {
  passed: text`passed`,
  failed: text`failed`,
  none: text`none were made`,
};
