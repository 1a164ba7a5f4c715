import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';
import { z } from 'zod';

/** The package is CommonJS, and its types say so only for some loaders. */
const ElkModuleSchema = z.object({
  default: z.custom<new () => ELK>((exported) => typeof exported === 'function'),
});

/** Lays a graph out in this thread: the strict content policy has no place for a worker made of a blob. */
export async function elkEngine(graph: ElkNode): Promise<ElkNode> {
  // Loaded when the first diagram is drawn: it is by far the largest part of the window.
  const { default: Elk } = ElkModuleSchema.parse(await import('elkjs/lib/elk.bundled.js'));
  return new Elk().layout(graph);
}
