import type { Area } from '../../shared/channels.js';
import type { HandlersOf } from '../../shared/ipc.js';
import type { Core } from '../core/core-api.js';
import type { Desktop } from './desktop.js';
import type { FlashQuestion } from './waiting.js';

/** What the areas of the bench work with. */
export interface BenchParts {
  core: Core;
  desktop: Desktop;
  /** The data folder. */
  home: string;
  /** Absolute path of the port owner's program. */
  brokerFile: string;
  /** Told when a flash by hand asks the person, and, with null, when it does not any more. */
  onFlashQuestion: (question: FlashQuestion | null) => void;
}

/** What main does for one area: answers its calls, and pushes its views until it is closed. */
export interface ServedArea<A extends Area> {
  handlers: HandlersOf<A>;
  close(): void;
}
