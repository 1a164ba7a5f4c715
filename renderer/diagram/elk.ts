import type { ELK, ElkNode } from 'elkjs/lib/elk-api.js';
import * as z from 'zod';

/** The package is CommonJS, and its types say so only for some loaders. */
const ElkModuleSchema = z.object({
  default: z.custom<new () => ELK>((exported) => typeof exported === 'function'),
});

/** Lays a graph out. For the bundler and for tests: it is larger than all of the window. */
export async function elkEngine(graph: ElkNode): Promise<ElkNode> {
  const { default: Elk } = ElkModuleSchema.parse(await import('elkjs/lib/elk.bundled.js'));
  return new Elk().layout(graph);
}
