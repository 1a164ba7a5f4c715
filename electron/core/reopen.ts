import * as z from 'zod';
import type { RefusedTool } from '../../shared/approvals.js';
import { fail, ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { withRun } from './run-store.js';
import { tellRun } from './tell.js';

const ConnectionSchema = z.looseObject({ mode: z.literal('connection') });
const ContextSchema = z.looseObject({
  finished: z.boolean(),
  refused: z.array(z.looseObject({ tool: z.string() })),
});

/** As the session counts it (design: "two refusals close that tool"). */
const CLOSED = 2;

/** Tools of a connection that were refused. Errors: RUN_NOT_FOUND, JOURNAL_CORRUPT, USAGE where the run is no connection that is open. */
export function refusedTools(home: string, run: string): Result<RefusedTool[]> {
  return withRun(home, run, (journal) => {
    const [about, at] = [journal.header(), journal.snapshot()];
    if (!about.ok) return about;
    if (!at.ok) return at;
    const context = ContextSchema.safeParse(at.value.context);
    const isOpen = ConnectionSchema.safeParse(about.value.header).success && journal.ownership.isTaken();
    if (!context.success || context.data.finished || !isOpen) return fail(noConnection(run));
    const tools = context.data.refused.map(({ tool }) => tool);
    return ok(
      [...new Set(tools)].map((tool) => {
        const refusals = tools.filter((one) => one === tool).length;
        return { tool, refusals, is_closed: refusals >= CLOSED };
      }),
    );
  });
}

/**
 * Lets a client's calls of a tool be asked about again, from its next call on. Only a person says so: it is an answer. Errors: those of
 * `refusedTools`, USAGE for a tool that was not refused.
 */
export async function reopenTool(home: string, run: string, tool: string, at: number): Promise<Result<void>> {
  const refused = refusedTools(home, run);
  if (!refused.ok) return refused;
  if (!refused.value.some((one) => one.tool === tool)) return fail(notRefused(run, tool));
  const told = await tellRun(home, run, { type: 'reopen', payload: { tool } }, { by: 'command line', at });
  return told.ok ? ok(undefined) : told;
}

const noConnection = (run: string): Problem => ({
  code: 'USAGE',
  message: text`run ${run} is no connection of a client that is open now`,
  next: text`a client that connects anew begins with no refusals`,
});

const notRefused = (run: string, tool: string): Problem => ({
  code: 'USAGE',
  message: text`no call of ${tool} was refused in ${run}`,
  next: text`list what was: \`benchloop reopen ${run}\``,
});
