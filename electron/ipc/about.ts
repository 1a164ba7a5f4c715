import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { RUNTIME_KINDS, type RuntimeKind } from '../../shared/ipc/runs.js';

/** What the set-up wrote about the Electron that it resolved. */
const RuntimeFileSchema = z.object({ path: z.string(), kind: z.enum(RUNTIME_KINDS) });

/**
 * Where the Electron that runs this comes from; `unknown` where the set-up resolved another one, or none.
 *
 * @param runtimeFile `runtime.json` of the set-up
 * @param program path of the running Electron
 */
export async function runtimeKind(runtimeFile: string, program: string): Promise<RuntimeKind> {
  const text = await readFile(runtimeFile, 'utf8').catch(() => null);
  const known = text === null ? null : RuntimeFileSchema.safeParse(JSON.parse(text));
  return known?.success && known.data.path === program ? known.data.kind : 'unknown';
}
