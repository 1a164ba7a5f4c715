import type {
  Answer,
  Channel,
  Gate,
  MachineDescription,
  RunEvent,
  RunSummary,
  Transition,
} from '../../shared/events.js';
import type { Problem, Result } from '../../shared/problem.js';
import type { Profile } from '../../shared/profile.js';
import type { Report, Verdict } from '../../shared/report.js';
import type { TestCase } from '../../shared/results.js';
import type { Language } from '../../shared/texts/language.js';
import type { Speech } from '../../shared/texts/speech.js';
import type { FaultPoint } from '../journal/records.js';
import type { AcceptOptions } from './firmware/accept.js';
import type { RunOverrides } from './firmware/overrides.js';

/** `rules` needs no network; `openai` takes its settings from the environment. */
export type ProviderName = 'rules' | 'openai';

/** Scopes that are answered with yes without asking; `question` can never be among them. */
export type Approvals = 'ask' | 'none' | 'all' | readonly Gate['scope'][];

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
  taskFile: string;
  provider: ProviderName;
  overrides?: RunOverrides;
}

/** What a run was started from. */
export interface TaskOfRun {
  /** Absolute path of the task file; it may have gone since. */
  file: string;
  provider: ProviderName;
  searchSec: number;
}

export type RunEnd =
  | { kind: 'finished'; report: Report }
  | { kind: 'waiting'; gate: string }
  /** The store failed under the run (disk full); it can be resumed. */
  | { kind: 'broken'; problem: Problem };

export interface RunHandle {
  run: string;
  /** Once asks for a safe stop, twice forces it. */
  abort(reason: string): void;
  end: Promise<RunEnd>;
}

export interface ListedRun extends RunSummary {
  /** Neither finished nor waiting for an answer, and no live process drives it: it can be resumed. */
  interrupted: boolean;
}

/** An answer with what the person saw: the question itself, or the code that was shown with it. */
export interface GivenAnswer {
  answer: Answer;
  by: Channel;
  seen: { binding: string } | { code: string | undefined };
}

/** What of a run waits for a person: an answer, or that somebody has it go on. */
export type Waits = Gate | { type: 'interrupted'; state: string; at: string };

export interface RunList {
  /** Oldest first. */
  runs: ListedRun[];
  /** By run. */
  waiting: ReadonlyMap<string, Waits>;
  /** Of the finished ones, by run. */
  verdicts: ReadonlyMap<string, Verdict>;
  /** Why the others could not be read. */
  quarantined: Problem[];
  /** Number of runs whose journal has yet to be read. */
  unread: number;
}

export interface RunDetails {
  summary: RunSummary;
  /** Null while the run is not finished. */
  report: Report | null;
  trace: Transition[];
  gates: Gate[];
  /** Diff of everything that is in the run's tree now against the base commit; null where nothing is. */
  patch: string | null;
  cases: TestCase[];
  /** Cases of the baseline pass, known before the report is; absent or null where there was none. */
  baseline?: TestCase[] | null;
  /** The end of the last console, at most 256 KiB of text. */
  console: string;
  /** The commit that the run works on, and how many files had uncommitted changes; null where that is not recorded. */
  base: { baseCommit: string; dirtyFiles: number } | null;
  /** Absent or null where that is not recorded. */
  task?: TaskOfRun | null;
  /** The run's folder: artifacts, reports, patch file. */
  folder: string;
  /** The holder of the run, where a live process is driving it. */
  owned: boolean;
}

export interface CoreOptions {
  home: string;
  /** What ships beside the code: `profiles/`, `demo/`. */
  resources: string;
  /** Folder with the C grammar for the rules provider. */
  wasmDir: string;
  env: NodeJS.ProcessEnv;
  now?: () => number;
  /** Tests crash the process at these points. */
  fault?: FaultPoint;
}

/** What the command line and the window share. Imports nothing of Electron. */
export interface Core {
  machines(): MachineDescription[];
  profiles(): Promise<{ profiles: Profile[]; problems: Problem[] }>;
  /** Why a run cannot be started with that provider; null where it can. */
  providerProblem(provider: ProviderName): Promise<Problem | null>;
  /** All runs; at most `atMost` journals that are new or were written to are read for it, without a number all. */
  /** By id, or by the path of its file. */
  profile(idOrPath: string): Promise<Result<Profile>>;
  /** The person's own policy file lets `--approve all` flash physical boards. */
  mayFlashUnattended(): Promise<boolean>;
  runs(atMost?: number): RunList;
  /** Changes whenever the run's journal is written to; null where there is none. */
  stamp(run: string): string | null;
  /** Of the trace only what comes after number `after`, where that is given. */
  details(run: string, after?: number): Result<RunDetails>;
  start(options: StartOptions): Promise<Result<RunHandle>>;
  resume(run: string, options: DriveOptions): Promise<Result<RunHandle>>;
  /** Whether a live process drives the run; not one that was interrupted, waits, or cannot be read. */
  isDriven(run: string): boolean;
  /**
   * Answers a gate, if it still asks what was seen; works for runs of other processes too. Errors: GATE_NOT_FOUND, GATE_CODE,
   * ANSWER_REFUSED where the person's policy takes no answer from there, POLICY_MALFORMED.
   */
  answer(run: string, gate: string, given: GivenAnswer): Promise<Result<void>>;
  /** The one channel from which the person's policy takes answers; null: any. Errors: POLICY_MALFORMED. */
  humanChannel(): Promise<Result<Channel | null>>;
  /** Publishes a patch of a run that ended UNPROVEN; see `acceptRun`. */
  accept(run: string, options: AcceptOptions): Promise<Result<{ branch: string } | null>>;
  requestAbort(run: string, reason: string): Result<void>;
  /** A run as a file of that format; `cassette` is what `replay` takes. Only `html` has a language. */
  render(
    run: string,
    format: 'json' | 'html' | 'junit' | 'cassette',
    language?: Language,
  ): Promise<Result<string>>;
  /** A report as plain text for a terminal. */
  describe(report: Report, speech: Speech): string;
  /** Replays a cassette file through the tables; an error names the first transition that differs. */
  replay(file: string): Promise<Result<{ transitions: number }>>;
  doctor(): Promise<Check[]>;
  /** Of `doctor` what lets ports be opened, or stands in the way of it. */
  systemChecks(): Promise<Check[]>;
  demos(): Promise<{ name: string; title: string; story: string }[]>;
  /** Makes the named demo's folder (the default one without a name), fresh, and gives its task file. */
  prepareDemo(name?: string): Promise<Result<{ taskFile: string; title: string }>>;
  /** Removes the folders of all demos. */
  resetDemo(): Promise<Result<void>>;
}

/** One line of `doctor`. */
export interface Check {
  name: string;
  /** False only for what nothing works without. */
  ok: boolean;
  detail: string;
  /** What to do; with `ok` only for who wants what `detail` says. */
  next?: string | undefined;
}
