import { readFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { SessionCall } from '../../../../shared/session.js';
import { ToolResultSchema } from '../../../../shared/tool-result.js';

const StoredCall = z.looseObject({ result: ToolResultSchema });

/** The payload of an earlier call, whole; null where it failed or was not made. @throws Error where its file cannot be read */
export async function readCall(dir: string, { file }: Pick<SessionCall, 'file'>): Promise<unknown> {
  if (file === null) return null;
  const { result } = StoredCall.parse(JSON.parse(await readFile(path.join(dir, file), 'utf8')));
  return result.ok ? result.payload : null;
}
