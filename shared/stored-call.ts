import * as z from 'zod';
import { type ToolResult, ToolResultSchema } from './tool-result.js';

/** The file of a session's call. */
export const StoredCallSchema = z.looseObject({
  /** Whole, as a person may see it. */
  result: ToolResultSchema,
  /** As a model or a client is shown it, where that is not the same. */
  for_agents: ToolResultSchema.optional(),
});

/** What a model or a client is shown of a call. */
export const shownToAgents = ({ result, for_agents }: z.infer<typeof StoredCallSchema>): ToolResult =>
  for_agents ?? result;
