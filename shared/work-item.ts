import * as z from 'zod';

export const ITEM_STATUSES = ['open', 'in_progress', 'done', 'blocked', 'cancelled'] as const;

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
