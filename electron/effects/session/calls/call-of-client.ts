import * as z from 'zod';
import type { Step } from '../../../../shared/session.js';
import { text } from '../../../../shared/texts/words.js';
import type { EffectIo } from '../../../engine/effect.js';
import { thisProcess } from '../../../lab/this-process.js';
import { nextCall, type SessionContext } from '../../../machine/session/context.js';
import type { SessionBench, SessionOutcome } from '../bench.js';

const ClientNote = z.object({ tool: z.string(), args: z.unknown() });
/** Of a person (`benchloop reopen`). A client writes calls and nothing else. */
const ReopenNote = z.object({ tool: z.string() });

/** Waits for the next call of a connection's client, and hears what a person reopened before it; where another process has taken the session over, the client is gone. */
export async function callOfClient(
  ctx: SessionContext,
  { header }: SessionBench,
  io: EffectIo,
  step: Step,
): Promise<SessionOutcome> {
  if (!isHere(header.client))
    return { type: 'CANCEL', reason: text`the client of this connection is gone`, evidence: [] };
  const reopened: string[] = [];
  let note = await io.receive();
  for (; note.type === 'reopen'; note = await io.receive())
    reopened.push(ReopenNote.parse(note.payload).tool);
  const { tool, args } = ClientNote.parse(note.payload);
  return {
    type: 'TOOL_CALL_REQUEST',
    reason: text`${tool}, called by the client`,
    evidence: [],
    calls: [{ n: nextCall(ctx), step: step.step_id, tool, args, by: 'client' }],
    confirmation: null,
    ...(reopened.length > 0 && { reopened }),
  };
}

function isHere(client: SessionBench['header']['client']): boolean {
  const { pid, startTime, bootId } = thisProcess();
  return client?.pid === pid && client.startTime === startTime && client.bootId === bootId;
}
