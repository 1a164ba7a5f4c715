import * as z from 'zod';
import { ProblemSchema } from './problem.js';

export const ITEM_STATUSES = ['open', 'in_progress', 'done', 'blocked', 'cancelled'] as const;

/** An attempt whose run could not be had to its end, for whatever reason but the work itself. */
export const FailedDispatchSchema = z.object({
  campaign: z.string(),
  /** Of that campaign, counted from 1. */
  attempt: z.number().int(),
  problem: ProblemSchema,
});
export type FailedDispatch = z.infer<typeof FailedDispatchSchema>;

/** One task of an epic, as the task store has it. */
export const WorkItemSchema = z.object({
  id: z.string(),
  epic: z.string(),
  title: z.string(),
  /** Absolute path of the task file; null: it is to be worked on by a mock alone. */
  task_file: z.string().nullable(),
  status: z.enum(ITEM_STATUSES),
  /** The smaller, the sooner. */
  priority: z.number().int(),
  /** Ids of items that must be done before. */
  deps: z.array(z.string()),
  /** Epoch ms. */
  updated_at: z.number(),
  /** The last run that was dispatched for it. */
  run: z.string().nullable(),
  /** What a planner's model wrote for the next attempts; nobody has checked it. */
  notes: z.array(z.string()).optional(),
  /** Since it was begun, or since a person clarified what was in the way; of one that is done there are none. */
  failed_dispatches: z.array(FailedDispatchSchema).optional(),
});
export type WorkItem = z.infer<typeof WorkItemSchema>;

/** A goal with its items. */
export const EpicSchema = z.object({
  id: z.string(),
  goal: z.string(),
  items: z.array(WorkItemSchema),
  /** The campaign that works on it, or did last; null: none yet. */
  campaign: z.string().nullable(),
  updated_at: z.number(),
});
export type Epic = z.infer<typeof EpicSchema>;

export const isUnfinished = ({ status }: Pick<WorkItem, 'status'>): boolean =>
  status === 'open' || status === 'in_progress';
