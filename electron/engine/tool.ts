import type * as z from 'zod';
import type { Gate, GateScope } from '../../shared/events.js';
import type { Problem, Result } from '../../shared/problem.js';
import { text, type Words } from '../../shared/texts/words.js';
import type { WorkIo } from './work-io.js';

/** `none`: it reads. `undoable`: what it changes, Benchloop can restore. `lasting`: nobody may be able to. */
export type Danger = 'none' | 'undoable' | 'lasting';

/** What a person is asked before something is done. The binding covers everything that a yes approves. */
export interface Asking {
  /** Distinguishes the questions of one visit to a state; part of the gate's id. */
  kind: string;
  question: Words;
  subject: Words;
  binding: string;
  /** Other scopes of which the answer lets something happen: a policy answers only where it names these as well. */
  covers?: readonly GateScope[];
  risk?: number;
  reasons?: Gate['reasons'];
  /** One yes covers later questions of the same scope and binding, within these bounds; each use is recorded. */
  grant?: { uses: number; ms: number };
  /** What the binding covers, by name, hashed or a name itself: why an earlier approval does not hold is said by these. */
  parts?: Readonly<Record<string, string>>;
  /** When a person agreed to exactly this in an earlier run, and had it remembered: it is not asked again. */
  stored?: string;
  /** A yes, whoever gives it, holds in this run until a person takes it back: the same is neither asked nor told again. */
  isForRun?: boolean;
  /** A policy that covers everything does not cover this: it has to name the scope. */
  isNamedAlone?: boolean;
  /** Somebody else may lose something by it: no policy answers. */
  onlyPerson?: boolean;
}

/** Work that calls tools. */
export interface Caller extends WorkIo {
  /**
   * Calls a tool. Within a tool the call is a part of the outer one: it asks under its own scope, and the journal knows only the
   * outer one, whose reconcile answers for both. Errors: ARGUMENTS_MALFORMED, DECLINED, those of the tool.
   */
  call<A, R, W>(tool: Tool<A, R, W>, args: A, work: W): Promise<Result<R>>;
}

/** What the layer gives a tool for one call. */
export interface CallIo extends Caller {
  /** Names the call among all runs, the same again after a restart. Programs that it starts carry it. */
  readonly mark: string;
  /** Asks in the middle of the work what only the work can know: which chip answered, who else uses the machine. */
  agree(asking: Asking): Promise<boolean>;
}

/**
 * One way to change something outside the store, for the effects of all machines. A call goes through the same steps each
 * time: arguments, `check`, `gate`, journal, `perform` (`engine/call.ts`).
 *
 * @typeParam A arguments, JSON data @typeParam R result, JSON data @typeParam W what it works with, not stored
 */
export interface Tool<A, R, W> {
  name: string;
  /** Distinguishes its operations of one visit to a state; part of the operation's id. */
  kind: string;
  arguments: z.ZodType<A>;
  result: z.ZodType<R>;
  /** A second call with the same arguments changes nothing more. */
  isIdempotent: boolean;
  /** What its gates are about; null: it asks nobody. */
  scope: Exclude<GateScope, 'question'> | null;
  danger: Danger;
  /** What keeps the call from being made, before anybody is asked. */
  check?(args: A, work: W): Promise<Result<void>>;
  /** What a person has to agree to before; null: to nothing. */
  gate?(args: A, work: W, io: Pick<WorkIo, 'run' | 'progress'>): Promise<Asking | null>;
  /** Called once a person has said yes to the question of `gate`. What a policy lets happen is not remembered by it. */
  agreed?(args: A, work: W, asked: Asking, io: Pick<WorkIo, 'run'>): void;
  perform(args: A, work: W, io: CallIo): Promise<Result<R>>;
  /** Started before a crash, outcome unknown: adopts what it did, or clears the way for `perform`. */
  reconcile(args: A, work: W, io: CallIo): Promise<{ adopt: Result<R> } | 'again'>;
  /** Takes a call back that gave `result`; may be repeated after a crash. Absent: it cannot be taken back. */
  undo?(args: A, result: R, work: W, io: CallIo): Promise<Result<void>>;
}

/** Somebody said no, or nobody could say yes. */
export const DECLINED: Problem = { code: 'DECLINED', message: text`the call was not approved` };

export const noUndo = (tool: string): Problem => ({
  code: 'USAGE',
  message: text`${tool} cannot be undone`,
});
