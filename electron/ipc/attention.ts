import { ENGLISH, type Speech } from '../../shared/texts/speech.js';
import type { WaitingItem } from '../../shared/views.js';

/** How a person is told that something waits. */
export interface Signals {
  isFocused(): boolean;
  /** Shows how much waits where the window cannot be seen: title, taskbar. */
  count(waiting: number, told: string): void;
  /** A notification of the system; the returned function takes it back. */
  notify(told: { title: string; body: string }, onClick: () => void): () => void;
}

export interface Attention {
  /** @param whole these are all; before the first whole list it is not known what is new */
  update(waiting: readonly WaitingItem[], whole: boolean): void;
  speak(speech: Speech): void;
}

const OUTSIDE = 'May something be run, written or sent outside the run?';

/** A notification may be read by whoever passes the screen: no goal, no question, no path, nothing of the repository. */
const TOLD: Record<WaitingItem['scope'], string> = {
  build: 'May a repository be built?',
  patch: 'May a patch be applied?',
  flash: 'May a board be flashed?',
  publish: 'May something outside the private clone be written?',
  power: 'May power be switched?',
  exec: OUTSIDE,
  write: OUTSIDE,
  commit: OUTSIDE,
  deploy: OUTSIDE,
  send: OUTSIDE,
  question: 'A run has a question.',
  resume: 'A run was interrupted. Is it to go on?',
};

/**
 * Keeps count of what waits, and notifies of each thing once, if it begins to wait while the person looks elsewhere. What
 * waited before the window opened is in its bar and title.
 *
 * @param open called with the key of what the person wants to see
 */
export function createAttention(signals: Signals, open: (key: string) => void): Attention {
  const known = new Set<string>();
  const shown = new Map<string, () => void>();
  let begun = false;
  let count = 0;
  let speech = ENGLISH;

  function tell({ key, run, scope }: WaitingItem): void {
    const body = [speech.say(TOLD[scope]), ...(run === null ? [] : [run])].join('\n');
    const takeBack = signals.notify({ title: speech.say('Benchloop waits for you'), body }, () => open(key));
    shown.set(key, takeBack);
  }

  return {
    update: (waiting, whole) => {
      const fresh = waiting.filter(({ key }) => !known.has(key));
      for (const { key } of fresh) known.add(key);
      if (begun && !signals.isFocused()) for (const item of fresh) tell(item);
      begun ||= whole;
      for (const [key, takeBack] of shown) {
        if (waiting.some((item) => item.key === key)) continue;
        takeBack();
        shown.delete(key);
      }
      if (count === waiting.length) return;
      count = waiting.length;
      signals.count(count, speech.say(`${count} waiting for you`));
    },
    speak: (language) => {
      speech = language;
    },
  };
}
