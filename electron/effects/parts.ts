import path from 'node:path';
import type * as z from 'zod';
import { type Approvals, type Gate, MAIN, type Transition } from '../../shared/events.js';
import type { ExportFormat } from '../../shared/ipc/runs.js';
import type { Panels } from '../../shared/panels.js';
import { fail, type Problem, type Result } from '../../shared/problem.js';
import type { ChildRegistry } from '../../shared/process.js';
import type { ReportHead } from '../../shared/report.js';
import type { Role } from '../../shared/role.js';
import type { Say } from '../../shared/texts/language.js';
import type { Speech } from '../../shared/texts/speech.js';
import type { AskModel } from '../agents/model.js';
import type { Outcome } from '../engine/effect.js';
import type { NodePlace } from '../engine/kit.js';
import type { BaseEvent } from '../machine/define.js';
import type { ReadRuns, RunReader } from '../tools/session-work.js';

/** What the benches of all machines are opened with: this process, and where its data lies. */
export interface KitParts {
  home: string;
  /** Folder with the C grammar, and the program that owns ports. */
  wasmDir: string;
  env: NodeJS.ProcessEnv;
  now: () => number;
  children: ChildRegistry;
  /** Where profiles are looked for. */
  profileDirs: readonly string[];
  /** Reads runs for those who ask about them. */
  runs: (which: ReadRuns) => RunReader;
}

/** The run's own folder, where the requests of all its nodes are kept: a child's lies two below (`openNode`). */
export const runFolderOf = ({ node, dir }: Pick<NodePlace, 'node' | 'dir'>): string =>
  node === MAIN ? dir : path.resolve(dir, '..', '..');

/**
 * The panels of a node, from what its journal holds.
 *
 * @param stored context and header as they are stored: of whatever version
 * @param folder the run's folder
 */
export type Show = (stored: { context: unknown; header: unknown }, folder: string) => Panels;

/** What a person asks for: a machine, and what that machine reads of the rest. */
export interface Asked {
  machine: string;
  [field: string]: unknown;
}

/** What a request is judged by before a run begins. */
export interface StartParts extends Pick<KitParts, 'home' | 'wasmDir' | 'env'> {
  profileDirs: readonly string[];
  approvals: Approvals;
}

/** Reads what was asked, with its first checks. Errors: what keeps a run from being begun. */
export type Start = (parts: StartParts, asked: Asked) => Promise<Result<{ goal: string; header: unknown }>>;

/** The judgements of a run as they were made, played again: nothing is built, run or sent. */
export interface Rehearsal {
  /** What the state's effect gives now; null: that cannot be judged again, and the recorded event is taken. */
  judge(at: Recorded): Promise<Outcome<BaseEvent> | null>;
  /** Whether a visit to the state takes each of its replies, and no other. */
  isExact(state: string): boolean;
  close(): Promise<void>;
}

/** A visit to a state, and the event that it came to. */
interface Recorded {
  state: string;
  context: unknown;
  seq: number;
  event: BaseEvent;
}

/** What a rehearsal is opened with. */
export interface RehearsalParts {
  /** A run's folder with its artifacts, its clone where there are sources, and nothing else. */
  dir: string;
  hasSource: boolean;
  /** Path of the node whose judgements they are. */
  node: string;
  wasmDir: string;
  header: unknown;
  /** Answers from the recorded replies. */
  ask: AskModel;
  /** What a role's model was called; null: nothing was asked of it. */
  name: (role: Role) => string | null;
  /** Whether every reply of the visit was given: a candidate after which the model was asked again had not built. */
  isLast: () => boolean;
  /** Whether a visit has no further reply, and asked for none besides. */
  isSpent: (visit: string) => boolean;
}

/** Errors: USAGE where the header is none of this machine. */
export type Rehearse = (parts: RehearsalParts) => Promise<Result<Rehearsal>>;

/** Why judgements cannot be played again. */
export const lacksHeader = fail<Problem>({
  code: 'USAGE',
  message: 'the cassette lacks what its run began with; its judgements cannot be replayed',
});
export const lacksSources = fail<Problem>({
  code: 'USAGE',
  message: 'the judgements of this cassette cannot be replayed: it has no sources',
  next: 'export it again with --include source,console,prompts,replies',
});

/** What a report can be written as, besides its own JSON. */
export type Format = Exclude<ExportFormat, 'json'>;

/** A finished run, for its reader. */
export interface Finished<R> {
  report: R;
  trace: readonly Transition[];
  /** Every question of the run. */
  gates: readonly Gate[];
  /** Of its root node. */
  panels: Panels;
  /** The run's folder. */
  folder: string;
}

/** Writes a report. Error: USAGE where the run has nothing of that kind. */
type Write<R> = (finished: Finished<R>, speech: Speech) => Result<string> | Promise<Result<string>>;

/** How a machine's report is shown. */
export interface Formats<R> {
  /** For a terminal: plain text without colours. @param folder the run's folder */
  text(report: R, folder: string, say: Say): string;
  files: Readonly<Partial<Record<Format, Write<R>>>>;
}

/** The report of a machine. */
interface MachineReporting<R extends ReportHead> {
  /** Head and body. */
  schema: z.ZodType<R>;
  /** The body, from the context at the end; null: the machine's last effect writes it to a file, and a run without it is not over. */
  body: ((context: unknown) => unknown) | null;
  formats: () => Promise<Formats<R>>;
}

/** The same for those who know no machine: a report comes from the schema beside the formats that take it. */
export type Reporting = MachineReporting<ReportHead>;

/** The one widening of a report's type. */
export const defineReporting = <R extends ReportHead>(reporting: MachineReporting<R>): Reporting =>
  reporting as unknown as Reporting;

/** What a person is asked before a patch that is not proven is published. */
export interface Offer {
  question: string;
  /** What the answer covers: why the patch is not believed, where others differ, and the patch. */
  subject: string;
  /** Hash over all that the answer covers. */
  binding: string;
  /** Counted from 1. */
  class: number;
}

export interface AcceptOptions {
  /** The class to take, counted from 1 as the report does; absent: the one that the run offers. */
  choice?: number | undefined;
  by: string;
  /** Shows the offer to a person. No policy answers it. */
  agree: (offer: Offer) => Promise<boolean>;
}

/**
 * Publishes what a run ended with and did not publish, after a person's yes; null where that is no.
 *
 * @param place the data folder, and the run's own
 */
export type Accept = (
  place: { home: string; dir: string },
  options: AcceptOptions,
  now: () => number,
) => Promise<Result<{ branch: string } | null>>;
