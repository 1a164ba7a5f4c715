import type { ApprovalList, KeptApproval, RefusedTool } from '../../shared/approvals.js';
import type { CassetteKind } from '../../shared/cassette.js';
import type { Channel, MachineDescription } from '../../shared/events.js';
import type { MockOutcome } from '../../shared/mock-outcome.js';
import type { Problem, Result } from '../../shared/problem.js';
import type { Profile } from '../../shared/profile.js';
import type { PromptRecord } from '../../shared/prompt-record.js';
import type { ProviderName } from '../../shared/provider-name.js';
import type { ReportHead } from '../../shared/report.js';
import type { Role } from '../../shared/role.js';
import type { CallResult } from '../../shared/session-panel.js';
import type { Spending } from '../../shared/spending.js';
import type { Language } from '../../shared/texts/language.js';
import type { Speech } from '../../shared/texts/speech.js';
import type { Words } from '../../shared/texts/words.js';
import type { Epic } from '../../shared/work-item.js';
import type { Playing } from '../agents/playing.js';
import type { Attachment, ChatAsked, ChatIo } from '../effects/chat.js';
import type { AcceptOptions } from '../effects/parts.js';
import type { FaultPoint } from '../journal/records.js';
import type { CassetteDraft } from './cassette/export.js';
import type { Replayed } from './cassette/play.js';
import type { ToAttach } from './chat/attach.js';
import type { Check } from './doctor/check.js';
import type { ConsoleRange } from './handed-over.js';
import type { WaitingPrompt } from './prompts.js';
import type { DriveOptions, RunHandle, StartOptions } from './run-handle.js';
import type { GivenAnswer, RunDetails, RunList } from './run-views.js';

export interface CoreOptions {
  home: string;
  /** What ships beside the code: `profiles/`, `demo/`. */
  resources: string;
  /** Folder with the C grammar for the rules provider. */
  wasmDir: string;
  env: NodeJS.ProcessEnv;
  /** The folder that relative paths of profiles are of, absolute; absent: the process's own. */
  here?: string;
  now?: () => number;
  /** Tests crash the process at these points. */
  fault?: FaultPoint;
}

/** A message to a run, as the kit of the node that hears it names the types. */
export interface Said {
  type: string;
  /** Path of the node that it is for. Absent: the deepest under way that hears such a message for the run, else the root. */
  node?: string | undefined;
  payload: Readonly<Record<string, unknown>>;
  /** Absent: a person says it. */
  by?: 'client';
}

/** The node that a message was written down for. */
export interface Told {
  node: string;
  machine: string;
}

/** What the command line and the window share. Imports nothing of Electron. */
export interface Core {
  machines(): MachineDescription[];
  profiles(): Promise<{ profiles: Profile[]; problems: Problem[] }>;
  /** Why a run cannot be started with that provider; null where it can. */
  providerProblem(provider: ProviderName): Promise<Problem | null>;
  /** The policy lets no `--approve` answer anything. */
  isApproveLocked(): Promise<boolean>;
  /** By id, or by the path of its file. */
  profile(idOrPath: string): Promise<Result<Profile>>;
  /** The person's own policy file lets `--approve all` flash physical boards. */
  mayFlashUnattended(): Promise<boolean>;
  /** All runs. Reads at most `atMost` journals that are new or were written to; without a number all of them. */
  runs(atMost?: number): RunList;
  /** Differs after each write to the run's journal; null without a journal. */
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
  /** What persons have agreed to beyond one question: approvals that outlive a run, and those that cover several uses in one. */
  approvals(): Promise<Result<ApprovalList>>;
  /** Tools whose calls a person has refused to a client that is connected now. Errors: RUN_NOT_FOUND, USAGE. */
  refusedTools(run: string): Promise<Result<RefusedTool[]>>;
  /** Lets its calls be asked about again: an answer, which a person gives. Errors: the same. */
  reopenTool(run: string, tool: string): Promise<Result<void>>;
  /** Takes one of them back, also for runs that are under way. Errors: USAGE for an id that there is not, those of reading runs. */
  revoke(id: string): Promise<Result<KeptApproval>>;
  /**
   * The epics of the task store that a campaign in that folder has, those that were changed last first. Errors: POLICY_MALFORMED,
   * JOURNAL_CORRUPT, HOME_UNWRITABLE, and those of a repository's tracker.
   */
  tasks(folder: string): Promise<Result<Epic[]>>;
  /**
   * Says something to a run, whoever drives it; what nobody drives hears it when it is resumed. Errors: USAGE where nobody there takes
   * such a message.
   */
  tell(run: string, said: Said, by?: Channel): Promise<Result<Told>>;
  /** Whether something that was said to the run was not heard yet. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT. */
  hasUnheard(run: string): Result<boolean>;
  /** What a call of a session gave. Errors: RUN_NOT_FOUND, ARTIFACT_MISSING. */
  callResult(run: string, call: number): Promise<Result<CallResult>>;
  /** The text of a file that one role of a run handed to another; see `handedOver`. */
  handedOver(run: string, at: string): Promise<Result<string>>;
  /** Where a range of a run's console stands, in lines from its end; see `consoleRange`. */
  consoleRange(run: string, range: ConsoleRange): Promise<Result<{ first: number; last: number }>>;
  /** What the requests of a run to models used; null: it made none. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT. */
  spending(run: string): Promise<Result<Spending | null>>;
  /** A request to a model with what came of it, as evidence of a transition names it. Errors: RUN_NOT_FOUND, ARTIFACT_MISSING, JOURNAL_CORRUPT. */
  promptRecord(run: string, file: string): Promise<Result<PromptRecord>>;
  /** The id of another chat: with records, ledger lines and a budget of its own. */
  newChat(): Promise<string>;
  /** The text of what a person attaches to a chat; see `attach`. */
  attach(wanted: ToAttach): Promise<Result<Attachment>>;
  /** Asks a model in words, beside all runs; see `askChat`. */
  chat(asked: ChatAsked, io: ChatIo): Promise<Result<string>>;
  /** Prompts of the provider `manual` that wait for a reply, of one run or of all. */
  prompts(run?: string): Promise<Result<WaitingPrompt[]>>;
  /** Gives the reply to one; see `replyTo`. */
  reply(run: string, prompt: string, pasted: string, by?: Channel): Promise<Result<void>>;
  /** Has other providers play roles of a run that is under way, from its next request on. */
  switchProvider(run: string, roles: Playing['roles']): Promise<Result<void>>;
  /** Sets what a role's mock does from now on, in running runs too. Errors: DISK_FULL, HOME_UNWRITABLE. */
  setMock(role: Role, outcome: MockOutcome): Promise<Result<void>>;
  /** Publishes a patch of a run that ended UNPROVEN; see `acceptRun`. */
  accept(run: string, options: AcceptOptions): Promise<Result<{ branch: string } | null>>;
  /** Asks the run to stop, whoever drives it; one that nobody drives ends when it is resumed. Errors: USAGE where it has ended. */
  requestAbort(run: string, reason: Words): Result<void>;
  /** Looks through a run for its cassette, which `replay` takes, and writes nothing yet. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT. */
  cassette(run: string, include: readonly CassetteKind[]): Promise<Result<CassetteDraft>>;
  /** A run as a file of that format. Only `html` has a language. */
  render(run: string, format: 'json' | 'html' | 'junit', language?: Language): Promise<Result<string>>;
  /** A report as plain text for a terminal. */
  describe(report: ReportHead, speech: Speech): Promise<string>;
  /** Replays a cassette file through the tables, and its judgements where it has replies; an error names the first transition that differs. */
  replay(file: string): Promise<Result<Replayed>>;
  doctor(): Promise<Check[]>;
  /** Of `doctor` what lets ports be opened, or stands in the way of it. */
  systemChecks(): Promise<Check[]>;
  demos(): Promise<{ name: string; title: string; story: string }[]>;
  /** Makes the named demo's folder (the default one without a name), fresh, and gives its task file. */
  prepareDemo(name?: string): Promise<Result<{ taskFile: string; title: string }>>;
  /** Removes the folders of all demos. */
  resetDemo(): Promise<Result<void>>;
}
