import { readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'ini';
import * as z from 'zod';

/** A workspace of Zephyr's tool west: the repositories of a manifest side by side below one folder. */
export interface WestWorkspace {
  /** The folder that holds `.west`. */
  top: string;
  /** Where Zephyr lies, absolute. */
  zephyrBase: string;
}

/** `.west/config`, as far as it is read here (Zephyr documentation, "West built-in configuration options"). */
const ConfigSchema = z.looseObject({
  zephyr: z
    .looseObject({ base: z.string().min(1) })
    .partial()
    .optional(),
});
const DEFAULT_BASE = 'zephyr';

const configOf = (top: string): string => path.join(top, '.west', 'config');
const isFile = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isFile() === true;

/** The workspace whose top is this folder; null where it is none, or its configuration cannot be read. */
export function westWorkspaceAt(top: string): WestWorkspace | null {
  if (!isFile(configOf(top))) return null;
  try {
    const { zephyr } = ConfigSchema.parse(parse(readFileSync(configOf(top), 'utf8')));
    return { top, zephyrBase: path.resolve(top, zephyr?.base ?? DEFAULT_BASE) };
  } catch {
    return null;
  }
}

/** The nearest workspace in which this folder lies, as west itself looks for it. */
export function westWorkspaceAbove(folder: string): WestWorkspace | null {
  const real = statSync(folder, { throwIfNoEntry: false }) ? realpathSync.native(folder) : folder;
  for (let at = real; ; at = path.dirname(at)) {
    const found = westWorkspaceAt(at);
    if (found !== null || path.dirname(at) === at) return found;
  }
}

/**
 * Variables that let builds find a workspace among the folders that they may read: a run builds a copy of the repository, which
 * lies outside of it, and both west and Zephyr's CMake package look where ZEPHYR_BASE points.
 */
export function westEnvironment(sdk: readonly string[]): Record<string, string> {
  const workspace = sdk.map(westWorkspaceAt).find((found) => found !== null);
  return workspace ? { ZEPHYR_BASE: workspace.zephyrBase } : {};
}
