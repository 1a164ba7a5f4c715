import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { SessionCall } from '../../../../shared/session.js';
import { StoredCallSchema, shownToAgents } from '../../../../shared/stored-call.js';
import type { ToolResult } from '../../../../shared/tool-result.js';

type Filed = Pick<SessionCall, 'file'>;

/** The payload of an earlier call, whole; null where it failed or was not made. @throws Error where its file cannot be read */
export async function readCall(dir: string, { file }: Filed): Promise<unknown> {
  if (file === null) return null;
  const { result } = await stored(dir, file);
  return result.ok ? result.payload : null;
}

/** What of an earlier call a model is shown; null where it was not made. @throws Error where its file cannot be read */
export async function readForModel(dir: string, { file }: Filed): Promise<ToolResult | null> {
  return file === null ? null : shownToAgents(await stored(dir, file));
}

const stored = async (dir: string, file: string) =>
  StoredCallSchema.parse(JSON.parse(await readFile(path.join(dir, file), 'utf8')));
