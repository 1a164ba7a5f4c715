import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { executedKeys, placesOf, type RanScript } from './executed.js';
import { bundleScript, lineAt, moduleScript } from './sources.js';

/** Gives keys of what functions of a script were executed. */
type KeysOf = (functions: readonly Profiler.FunctionCoverage[]) => readonly string[];

const keysOf = (script: RanScript | undefined): KeysOf => {
  if (script === undefined) return () => [];
  const placesAt = placesOf(script);
  return (functions) => executedKeys(functions, placesAt, lineAt);
};

const pathOf = (url: string): string =>
  url.startsWith('file://') ? fileURLToPath(url.replace(/\?.*$/, '')) : url;

/** A map is read once, though its script runs in many processes. */
const bundles = new Map<string, KeysOf>();

function keysOfBundle(file: string): KeysOf {
  const known = bundles.get(file) ?? keysOf(bundleScript(file));
  bundles.set(file, known);
  return known;
}

/** What this process executes, from now on. */
export async function watchThisProcess(): Promise<() => Promise<string[]>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const modules = new Map<string, KeysOf>();
  const keysOfModule = async ({ scriptId, url }: Profiler.ScriptCoverage): Promise<KeysOf> => {
    const known = modules.get(scriptId);
    if (known) return known;
    const { scriptSource } = await session.post('Debugger.getScriptSource', { scriptId });
    const module = moduleScript(scriptSource, pathOf(url));
    const found = module ? keysOf(module) : keysOfBundle(pathOf(url));
    modules.set(scriptId, found);
    return found;
  };
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    await session.post('Debugger.enable');
    const keys: string[] = [];
    for (const script of result.filter(({ url }) => isOurs(url)))
      keys.push(...(await keysOfModule(script))(script.functions));
    await session.post('Debugger.disable');
    return keys;
  };
}

const isOurs = (url: string): boolean =>
  /[\\/](dist|electron|shared|renderer)[\\/]/.test(url) && !url.includes('node_modules');

/** A folder into which every Node process that inherits the environment from now on writes what it executed. */
export function watchChildren(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'benchloop-coverage-'));
  process.env.NODE_V8_COVERAGE = folder;
  return folder;
}

/** What was written into the folder. A process that was killed has written nothing, or half a file. */
export function keysOfChildren(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const scripts = scriptsIn(readFileSync(path.join(folder, name), 'utf8'));
    return scripts.flatMap(({ url, functions }) => keysOfBundle(pathOf(url))(functions));
  });
}

function scriptsIn(text: string): readonly Profiler.ScriptCoverage[] {
  try {
    const { result } = JSON.parse(text) as { result: readonly Profiler.ScriptCoverage[] };
    return result;
  } catch {
    return [];
  }
}
