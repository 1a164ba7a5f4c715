import * as z from 'zod';
import type { Step } from '../../../../shared/session.js';
import { text } from '../../../../shared/texts/words.js';
import type { EffectIo } from '../../../engine/effect.js';
import { thisProcess } from '../../../lab/this-process.js';
import { nextCall, type SessionContext } from '../../../machine/session/context.js';
import type { SessionBench, SessionOutcome } from '../bench.js';

const ClientNote = z.object({ tool: z.string(), args: z.unknown() });

/** Waits for the next call of a connection's client; where another process has taken the session over, the client is gone. */
export async function callOfClient(
  ctx: SessionContext,
  { header }: SessionBench,
  io: EffectIo,
  step: Step,
): Promise<SessionOutcome> {
  if (!isHere(header.client))
    return { type: 'CANCEL', reason: text`the client of this connection is gone`, evidence: [] };
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

function isHere(client: SessionBench['header']['client']): boolean {
  const { pid, startTime, bootId } = thisProcess();
  return client?.pid === pid && client.startTime === startTime && client.bootId === bootId;
}
