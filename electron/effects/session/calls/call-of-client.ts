import * as z from 'zod';
import type { Step } from '../../../../shared/session.js';
import { text } from '../../../../shared/texts/words.js';
import type { EffectIo } from '../../../engine/effect.js';
import { nextCall, type SessionContext } from '../../../machine/session/context.js';
import type { SessionOutcome } from '../bench.js';

/** What a client asks for: a call, or the end. */
export const ClientNote = z.object({ tool: z.string(), args: z.unknown() });

/** Waits for the next call of a connection's client. */
export async function callOfClient(ctx: SessionContext, step: Step, io: EffectIo): Promise<SessionOutcome> {
  const note = await io.receive();
  const { tool, args } = ClientNote.parse(note.payload);
  return {
    type: 'TOOL_CALL_REQUEST',
    reason: text`${tool}, called by the client`,
    evidence: [],
    calls: [{ n: nextCall(ctx), step: step.step_id, tool, args, by: 'client' }],
    confirmation: null,
  };
}
