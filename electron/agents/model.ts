import type { Result } from '../../shared/problem.js';
import type { Replaced } from '../../shared/replaced.js';
import type { Role } from '../../shared/role.js';
import type { UnusableReply } from '../../shared/unusable-reply.js';

/** A tool as it is offered to a model: its name, what it does, and the JSON schema of its arguments. */
export interface ToolOffer {
  name: string;
  about: string;
  parameters: Record<string, unknown>;
}

export interface ModelCall {
  id: string;
  tool: string;
  /** As the model wrote them; whoever makes the call checks them against the tool's schema. */
  args: unknown;
}

export type ModelMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; calls?: readonly ModelCall[] }
  | { role: 'tool'; call: string; content: string };

/** One request. */
export interface ModelQuestion {
  role: Role;
  /** Name of the judgement: of its prompt file and schema. */
  judgement: string;
  messages: readonly ModelMessage[];
  /** What the answer should follow; a server may ignore it. Null: words. */
  format: { name: string; schema: Record<string, unknown> } | null;
  /** Empty: none is offered. */
  tools: readonly ToolOffer[];
  /** Files of the repository whose text is in the messages, for the ledger and the `send` question. */
  files: readonly string[];
  /** Why an answer of another state, which this one is to correct, cannot be used. It stands in the messages, too. */
  refused?: string | undefined;
}

export interface ModelReply {
  text: string;
  calls: readonly ModelCall[];
  /** Tokens as the server counted them; null where it did not say. */
  usage: { prompt: number; completion: number } | null;
  /** Keeps with the request why this reply cannot be used: whoever answers the next one by hand is told. */
  refuse?: ((why: string) => Promise<void>) | undefined;
}

/** A prompt that a person takes to a model. */
export interface HandPrompt {
  /** Its record, relative to the run's folder, and what it asks. */
  file: string;
  judgement: string;
  hash: string;
  /** Files of the repository whose text is inside. */
  files: readonly string[];
  /** What placeholders stand for, by kind. */
  replaced: Replaced | null;
  /** The last reply to the same judgement, where it could not be used. */
  before: UnusableReply | null;
}

/** What an effect gives for its requests. */
export interface AskIo {
  signal: AbortSignal;
  /** Names the visit to a state that asks, NODE.SEQ: records are named after it, the same again after a restart. */
  readonly visit: string;
  /** Asks a person before anything of this repository first goes to a host (scope `send`). */
  maySend(what: { host: string; bytes: number; files: readonly string[] }): Promise<Result<void>>;
  /**
   * Waits durably for a person to answer a prompt by hand (`benchloop reply`): `replied`, once the reply is in its record. Never
   * resolves where nobody is there: the run is suspended.
   */
  byHand(prompt: HandPrompt): Promise<'replied' | 'refused'>;
  /** Tells where the record of a request lies, relative to the run's folder: evidence of the transition. */
  onRecord(file: string): void;
  /**
   * Told the whole answer so far while it arrives, where the server sends it in pieces. A try again begins anew. Placeholders stand
   * where secrets stood; only the reply has these back.
   */
  onText?(soFar: string): void;
}

/** Asks a model once. Errors: MODEL_FAILURE and the provider outcomes; POLICY_VIOLATION where policy or budget forbid it. */
export type AskModel = (question: ModelQuestion, io: AskIo) => Promise<Result<ModelReply>>;

/** The models of one run, by role; null: that role is played by rules. */
export interface Models {
  of(role: Role): AskModel | null;
  /** The model that is asked where that one gives nothing usable; null: there is none. */
  other(role: Role): AskModel | null;
  /** Name of the provider that plays a role now. */
  provider(role: Role): string;
}
