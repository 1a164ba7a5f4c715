import type { Delivered, Stage } from '../../../shared/campaign.js';
import type { AgentId, Deliverable, MemoryLine, ResidualRisk } from '../../../shared/deliverables.js';
import type { Problem } from '../../../shared/problem.js';
import type { Words } from '../../../shared/texts/words.js';
import type { Epic, WorkItem } from '../../../shared/work-item.js';

/** Below it a person is asked before anything goes on (seed 001, §5). */
export const SURE = 0.6;
/** Rounds of feedback on one item of a plan. */
export const FEEDBACK_ROUNDS = 3;
/** Ways back that design §3 caps: REVIEW_ACCEPT → CODER_HANDOFF, and RESEARCH_EVAL → PLAN_BASELINE. */
export const RETRIES = 3;
export const REPLANS = 3;
/** As many failed dispatches of one item end the campaign. */
export const FAILED_DISPATCHES = 3;

/** What a person is asked in ASK_SWITCH, and from where it came. */
export interface Doubt {
  from: string;
  why: Words;
  confidence: number;
  /** The epic that works on the same tasks; null: it is no conflict. */
  conflict: Epic | null;
  /** The campaign that has that epic is at work on it; absent in journals of before: it was not. */
  isAtWork?: boolean;
}

export const ANSWERS = ['switch', 'keep', 'merge', 'clarified'] as const;
export type SwitchAnswer = (typeof ANSWERS)[number];

/** What the plan says of the items: in which order, and at which commit it looked. */
export interface PlanBaseline {
  order: readonly string[];
  /** Commit of the repository of each item's task, by item. */
  commits: Readonly<Record<string, string>>;
}

/** What an agent brought, as files of its own. */
export interface ResearchResult {
  agent: AgentId;
  files: readonly Deliverable[];
}

export interface ResearchRound {
  /** Counted from 1. */
  round: number;
  /** Agents that have brought nothing yet. */
  waiting: readonly AgentId[];
  /** Brought and not read yet. */
  arrived: readonly ResearchResult[];
  /** Read, and kept. */
  results: readonly ResearchResult[];
  findings: readonly MemoryLine[];
  /** Agents that brought nothing, with why. */
  dead: readonly { agent: AgentId; why: Words }[];
}

/** The run that was dispatched last. */
export interface Dispatched {
  /** The job as a file; null: it could not be made. */
  job: Deliverable | null;
  problem: Problem | null;
}

/** Serialisable, and the whole memory of a campaign. */
export interface OrchestratorContext {
  run: string;
  isMock: boolean;
  autoResume: boolean;
  /** What the operator asked for; '' before that. */
  goal: string;
  /** Goals that were taken up. */
  goals: number;
  /** The goal that the campaign was started with was taken up, or there is none. */
  isAsked: boolean;
  confidence: number;
  /** What the operator wrote beside the answers to questions. */
  words: readonly string[];
  answer: SwitchAnswer | null;
  doubt: Doubt | null;
  /** What was left from before, in the order in which it is taken up; the one that is worked on is no longer in it. */
  resumable: readonly Epic[];
  /** Items of the epics that this campaign went on with before the present one; absent in campaigns of before. */
  earlier?: readonly WorkItem[];
  epic: Epic | null;
  plan: PlanBaseline | null;
  /** What was told against the plan, newest last; absent in journals of before: not kept. */
  objections?: readonly ResidualRisk[];
  /** Rounds of feedback, by item of the plan. */
  feedback: Readonly<Record<string, number>>;
  risks: readonly ResidualRisk[];
  /** Id of the item that is worked on. */
  current: string | null;
  target: string;
  research: ResearchRound;
  /** Times that research sent the plan back. */
  replans: number;
  design: Deliverable | null;
  handoff: readonly Deliverable[];
  /** Of the current item. */
  retries: number;
  /** In campaigns of before alone, which count the current item's here, and anew at each answer: now the item has its own. */
  failedDispatches?: number;
  dispatched: Dispatched | null;
  /** What came of its work after it; null: nothing, or not yet. */
  delivered: Delivered | null;
  claims: readonly Deliverable[];
  stages: readonly Stage[];
  deliverables: readonly Deliverable[];
  end: { status: 'COMPLETE' | 'CANCELLED' | 'FAILED'; reason: Words } | null;
  /** The last end was reported. */
  isReported: boolean;
}

export const NO_RESEARCH: ResearchRound = {
  round: 0,
  waiting: [],
  arrived: [],
  results: [],
  findings: [],
  dead: [],
};

/** The context before the first event; recorded with the run, so that a replay starts from the same one. */
export const firstOrchestratorContext = (o: {
  run: string;
  isMock: boolean;
  autoResume: boolean;
  hasGoal: boolean;
}): OrchestratorContext => ({
  ...{ run: o.run, isMock: o.isMock, autoResume: o.autoResume, goal: '', goals: 0, confidence: 1 },
  isAsked: !o.hasGoal,
  ...{ words: [], answer: null, doubt: null, resumable: [], epic: null, plan: null, feedback: {}, risks: [] },
  ...{ current: null, target: '', research: NO_RESEARCH, replans: 0, design: null, handoff: [], retries: 0 },
  ...{ dispatched: null, delivered: null, claims: [], stages: [], deliverables: [], end: null },
  isReported: false,
});

/** The item that is worked on; null: none. */
export const currentItem = ({
  epic,
  current,
}: Pick<OrchestratorContext, 'epic' | 'current'>): WorkItem | null =>
  epic?.items.find(({ id }) => id === current) ?? null;

/** How often the item was handed over, this time included. */
export const attemptOf = ({ stages }: Pick<OrchestratorContext, 'stages'>, item: string): number =>
  stages.filter((stage) => stage.item === item).length + 1;

/** Items that can be worked on now, in the order of the plan, without the current one. */
export const otherReadyItems = ({ epic, plan, current }: OrchestratorContext): WorkItem[] =>
  readyItems(epic, current).sort(
    (a, b) => (plan?.order.indexOf(a.id) ?? 0) - (plan?.order.indexOf(b.id) ?? 0),
  );

/** @param passed id of an item that counts as done */
export function readyItems(epic: Epic | null, passed: string | null): WorkItem[] {
  const items = epic?.items ?? [];
  const done = new Set(items.filter(({ status }) => status === 'done').map(({ id }) => id));
  if (passed !== null) done.add(passed);
  return items.filter(
    ({ id, status, deps }) =>
      id !== passed && (status === 'open' || status === 'in_progress') && deps.every((dep) => done.has(dep)),
  );
}
