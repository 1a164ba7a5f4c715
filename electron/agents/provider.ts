import type {
  Analysis,
  AnalysisMode,
  Decision,
  DecisionFacts,
  Hypothesis,
  Proposal,
} from '../../shared/judgement.js';
import type { Result } from '../../shared/problem.js';
import type { BuildResult, Stop, TestCase, TestResult } from '../../shared/results.js';
import type { UsableTool } from './judgement/with-tools.js';
import type { AskIo } from './model.js';

/** Name of the log that a diagnostic patch made: what the target printed with it. */
export const DIAGNOSIS_LOG = 'diagnosis';

/** What a provider knows of the run. Held-out cases and their log lines are already removed. */
export interface Evidence {
  goal: string;
  iteration: number;
  /** Patterns of the cases that must pass; others may fail as they did before. */
  targets: readonly string[];
  /** Console output of the last test session, as text. */
  console: string;
  /** Declared evidence logs of the task and what a run left beside them: name, text, and the file of the repository that it is. */
  logs: readonly { name: string; text: string; file?: string | undefined }[];
  build: BuildResult | null;
  test: TestResult | null;
  baseline: TestResult | null;
  /** Patches tried in this run that did not converge, oldest first. */
  attempts: readonly Attempt[];
  mode: AnalysisMode;
  /** Places that a model named, with how sure it was, where rules judge after it. */
  named?: readonly Hypothesis[];
  /** What a search by rules of this tree tried in vain, in words. */
  searched?: string;
  /** For whoever reads rather than parses; absent where only rules judge. */
  forReaders?: ForReaders;
  /** Tightened after a policy violation: "smallest change", "log only"; the latter also where the baseline tells nothing. */
  constraints: readonly string[];
}

export interface ForReaders {
  /** What the image runs on, in words. */
  target: string;
  /** Compiler and flags, as the image tells them, or the log of its build; null where neither does. */
  compiler: string | null;
  /** The run that the results are of: which image, its how-manieth run, with which changes. */
  about: string;
  /** The console without held-out cases, and without what passed. */
  console: string;
  /** What was found and held for likely before the run, without held-out cases; null: nothing. */
  design: string | null;
}

export interface Attempt {
  patch: string;
  outcome: string;
  cases: readonly TestCase[];
}

/** One trial of a candidate in a throwaway copy of the tree. Nothing here touches a board. */
export interface Trial {
  applies: boolean;
  /** Why the patch policy refuses it; such a candidate cannot be proposed. */
  refused: string | null;
  build: BuildResult | null;
  /** Null where the profile has no simulated target, or the build failed. */
  test: TestResult | null;
}

/** Executed lines by file. */
export type Executed = ReadonlyMap<string, ReadonlySet<number>>;

/** What the unmodified tree executes. */
export interface Spectrum {
  /**
   * `simulator`: nothing that ran is missing. `program`: the program itself wrote it down at its end, so that what crashed or
   * hung left nothing.
   */
  by: 'simulator' | 'program';
  /** In the whole session. */
  whole: Executed;
  /**
   * While each case ran, by its name; null where cases cannot be told apart. By `simulator`, what follows the last one
   * reported counts for that one; by `program`, each had a run of its own.
   */
  byCase: ReadonlyMap<string, Executed> | null;
  /** By `program`: what stopped it first; null where nothing did, or that cannot be told. */
  stop: Stop | null;
  /** Programs of the tree that the tests started, the test program itself left out: what is under test where it reads input. */
  starts: readonly ProgramInput[];
}

/** What a program of the tree is started with. */
export interface ProgramInput {
  /** Relative to the work tree. */
  program: string;
  /** Relative to the work tree, '' for the tree itself. */
  cwd: string;
  args: readonly string[];
  /** One character a byte (latin1); null: none. */
  stdin: string | null;
}

/** What tells built candidates apart. */
export interface Likeness {
  /** Hash of the code and data that the build made; null where it made no ELF file. */
  objects: string | null;
  /** How the program ended and what it printed, for each input in turn; null where one did not end in time. */
  answers: readonly (string | null)[];
}

/** The scratch bench: sources to read and a place to try candidates. */
export interface Scratch {
  /** Source files that the task allows to change, relative to the work tree, forward slashes. */
  changeable(): Promise<readonly string[]>;
  /** Every text file of the work tree, tests and build files included, where the bench can list them. */
  readable?(): Promise<readonly string[]>;
  /** Any file of the work tree; fails in words for one outside it or not text. */
  read(file: string): Promise<Result<string>>;
  /** Whether a case of this name is held out: what is shown of the tests must not name it. */
  isHeldOut?(name: string): boolean;
  /** Whether the text of a file must not be sent: what is shown of the tree has its name alone. */
  isWithheld?(file: string): boolean;
  /** True where `try` can also run the tests (QEMU and host profiles). */
  readonly runsTests: boolean;
  /** The tests are a program of this computer, with a C library and a standard error that is not buffered. */
  readonly hosted?: boolean;
  /** So many calls of `try` may run at the same time; further ones wait for their turn. */
  readonly parallel: number;
  /**
   * Applies `patch` (null: the tree as it is), builds, and runs the tests where it can.
   * `cases` limits the run to these names where the task says `select: true`.
   */
  try(patch: string | null, signal: AbortSignal, cases?: readonly string[]): Promise<Trial>;
  /** What a candidate that builds is made into, and what its program answers; null where it cannot be told. */
  liken?(patch: string, inputs: readonly ProgramInput[], signal: AbortSignal): Promise<Likeness | null>;
  /** Which lines run in a test session, and in which case. Errors: ANALYSIS_FAILURE, saying why that cannot be told. */
  spectrum?(signal: AbortSignal): Promise<Result<Spectrum>>;
  /** When the search must have come to its end (epoch ms). */
  readonly deadline: number;
  /** So many more calls of `try` the search may make; absent: as many as it likes. */
  trialsLeft?(): number;
}

/** What a judgement by facts alone is given. */
export interface JudgeIo {
  signal: AbortSignal;
  /** For those that ask a model. */
  asking: AskIo;
}

export interface ProviderIo extends JudgeIo {
  scratch: Scratch;
  /** What a model may call while it works on a proposal; absent: nothing. */
  tools?(): readonly UsableTool[];
  progress(step: string, detail?: string, done?: number, total?: number): void;
}

/**
 * Everything that is judged goes through here. `analyse` and `propose` may be slow and are abortable;
 * failures are `MODEL_FAILURE` (output unusable), `ANALYSIS_FAILURE` (nothing found), `BUILD_FAILURE` (the tree does not build,
 * and no edit answers what the build says) or
 * `FLAKY_TEST` (the failure does not reproduce the same way in the scratch bench).
 */
export interface Provider {
  readonly name: string;
  analyse(evidence: Evidence, io: ProviderIo): Promise<Result<Analysis>>;
  propose(evidence: Evidence, analysis: Analysis, io: ProviderIo): Promise<Result<Proposal>>;
  decide(evidence: Evidence, facts: DecisionFacts, io: JudgeIo): Promise<Result<Decision>>;
}
