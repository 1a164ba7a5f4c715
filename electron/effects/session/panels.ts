import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { NO_PANELS } from '../../../shared/panels.js';
import { PlanSchema, SessionCallSchema, SessionSummarySchema } from '../../../shared/session.js';
import { MOST_ARGUMENTS, type SessionPanel, type ShownCall } from '../../../shared/session-panel.js';
import { wordsSchema } from '../../../shared/texts/words.js';
import { reportFile } from '../../files/home-folder.js';
import type { Show } from '../parts.js';

const PendingSchema = SessionCallSchema.pick({ n: true, tool: true, args: true });

/** What a snapshot shows of a session. */
const ShownSchema = z.looseObject({
  mode: z.enum(['turn', 'connection']),
  turn: z.number(),
  plan: PlanSchema.nullable(),
  calls: z.array(SessionCallSchema),
  pending: z.array(PendingSchema),
  summary: SessionSummarySchema.nullable(),
  branch: z.string().nullable(),
  blocked: wordsSchema.nullable(),
  finished: z.boolean(),
});

/** What a session was started on. */
const HeaderSchema = z.looseObject({
  repo: z.looseObject({ baseCommit: z.string(), dirtyFiles: z.number() }).nullable(),
});

/** The panels of a session: its plan and calls, and the files as its last turn left them. */
export const showSession: Show = ({ context, header }, folder) => {
  const shown = ShownSchema.safeParse(context).data;
  const repo = HeaderSchema.safeParse(header).data?.repo ?? null;
  return {
    ...NO_PANELS,
    patch: patchIn(folder),
    base: repo && { baseCommit: repo.baseCommit, dirtyFiles: repo.dirtyFiles },
    session: shown === undefined ? null : panelOf(shown),
  };
};

const panelOf = ({ plan, calls, pending, ...rest }: z.infer<typeof ShownSchema>): SessionPanel => {
  const { mode, turn, summary, branch, blocked, finished } = rest;
  return {
    ...{ mode, turn, summary, branch, blocked, finished },
    steps: plan?.steps.map(({ step_id, title, status }) => ({ step_id, title, status })) ?? null,
    calls: calls.map((call): ShownCall => {
      const { n, tool, status, error, file, tree, unmet } = call;
      const [hasResult, canUndo] = [file !== null, tree !== null && status !== 'undone'];
      return {
        n,
        tool,
        args: argsOf(call.args),
        status,
        error,
        hasResult,
        canUndo,
        ...(unmet && status === 'ok' && { unmet }),
      };
    }),
    pending: pending.map(({ n, tool, args }) => ({
      ...{ n, tool, args: argsOf(args), status: 'started', error: null },
      ...{ hasResult: false, canUndo: false },
    })),
  };
};

function argsOf(args: unknown): string {
  const whole = JSON.stringify(args) ?? '';
  return whole.length <= MOST_ARGUMENTS ? whole : `${whole.slice(0, MOST_ARGUMENTS)} …`;
}

const PatchSchema = z.looseObject({ patch: z.string().nullable() });

/** The patch of the last turn that was reported; null: there is none, or it cannot be read. */
function patchIn(folder: string): string | null {
  try {
    return PatchSchema.parse(JSON.parse(readFileSync(reportFile(folder), 'utf8'))).patch;
  } catch {
    // no turn was reported yet; a report that is gone or broken is named beside the run
    return null;
  }
}
