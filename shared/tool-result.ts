import * as z from 'zod';

/** How the call of a tool failed, for whoever made it (design §3, session). */
export const TOOL_ERROR_CODES = [
  'E_POLICY_DENIED',
  'E_IO',
  'E_TOOL_TIMEOUT',
  'E_INVALID_ARGS',
  'E_CONFLICT',
  'E_BUILD_FAIL',
  'E_MODEL',
] as const;
export type ToolErrorCode = (typeof TOOL_ERROR_CODES)[number];

export const ToolErrorSchema = z.object({
  code: z.enum(TOOL_ERROR_CODES),
  /** What happened, in English. */
  message: z.string(),
  /** What the caller can do now, in English. */
  next: z.string(),
  /** Names the call in the run's journal. */
  trace_id: z.string(),
});

/** The result of a tool's call as models, MCP clients and the window get it. */
export const ToolResultSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), payload: z.unknown() }),
  z.object({ ok: z.literal(false), error: ToolErrorSchema }),
]);
export type ToolResult = z.infer<typeof ToolResultSchema>;
