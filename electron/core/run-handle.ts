import type { Approvals, RunEvent, Transition } from '../../shared/events.js';
import type { Problem } from '../../shared/problem.js';
import type { ReportHead } from '../../shared/report.js';
import type { Words } from '../../shared/texts/words.js';
import type { Asked } from '../effects/parts.js';
import type { Ending } from '../machine/define.js';

export interface DriveOptions {
  approvals?: Approvals;
  /** Somebody may answer a gate while the run waits; otherwise it stops there, to be resumed. */
  attended: boolean;
  /** Aborted when nobody is there any more to answer: an attended run then stops at its gate too. */
  deserted?: AbortSignal;
  emit: (event: RunEvent) => void;
  /** Asked before a state is taken up again whose resume policy wants a person; absent: no. */
  confirmResume?: () => Promise<boolean>;
  /** Called between a transition and the next effect. */
  pace?: (transition: Transition) => Promise<void>;
}

export interface StartOptions extends DriveOptions {
  asked: Asked;
}

export type RunEnd =
  | { kind: 'finished'; ending: Ending; report: ReportHead }
  | { kind: 'waiting'; gate: string }
  /** The store failed under the run (disk full); it can be resumed. */
  | { kind: 'broken'; problem: Problem };

export interface RunHandle {
  run: string;
  /** Once asks for a safe stop, twice forces it. */
  abort(reason: Words): void;
  end: Promise<RunEnd>;
}
