import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

/** Beside a script: what V8 compiled of it before. */
export const compiledFile = (file: string): string => `${file}.compiled`;

function compiledBefore(file: string): Buffer | undefined {
  try {
    return readFileSync(compiledFile(file));
  } catch {
    return undefined;
  }
}

/**
 * A bundle that was made as one script (build/command-line.mjs). To compile it anew takes half the time of a short command,
 * so that V8 takes what it compiled before, unless that was another version of it or with other flags.
 *
 * @param file absolute; the function around a CommonJS module, in ASCII. It imports nothing on demand: what was compiled before cannot.
 *   V8 knows that by the length of its source alone, so that the name of the file has to change with its content
 */
export function openScript(file: string): vm.Script {
  return new vm.Script(readFileSync(file, 'latin1'), { filename: file, cachedData: compiledBefore(file) });
}

/**
 * @param file the one that was opened
 * @returns what it exports
 */
export function runScript<Exports>(script: vm.Script, file: string): Exports {
  const module = { exports: {} as Exports };
  script.runInThisContext()(module.exports, createRequire(file), module, file, path.dirname(file));
  return module.exports;
}
