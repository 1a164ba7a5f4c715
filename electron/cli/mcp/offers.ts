import type { Tool as Listed } from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { OFFERED } from '../../tools/offered-tools.js';
import { RUN_LOOP } from '../../tools/runs/run-loop.js';

/** What a tool does, as a client is told it. */
interface Manner {
  danger: 'none' | 'undoable' | 'lasting';
  isIdempotent: boolean;
}

const listed = (name: string, about: string, schema: z.ZodType, manner: Manner): Listed => ({
  name,
  description: about,
  inputSchema: argumentsOf(schema),
  annotations: {
    readOnlyHint: manner.danger === 'none',
    destructiveHint: manner.danger === 'lasting',
    idempotentHint: manner.isIdempotent,
  },
});

/** The protocol wants an object at the root: a choice of several stands beside that. */
function argumentsOf(schema: z.ZodType): Listed['inputSchema'] {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: 'input' });
  return { ...z.record(z.string(), z.unknown()).parse(json), type: 'object' };
}

/** All tools of a connection, in the order of design §4, with a run of the whole loop. */
export const LISTED: readonly Listed[] = [
  ...OFFERED.map(({ tool, about }) => listed(tool.name, about, tool.arguments, tool)),
  listed(RUN_LOOP.name, RUN_LOOP.about, RUN_LOOP.arguments, { danger: 'lasting', isIdempotent: false }),
];
