import { writeFileSync } from 'node:fs';
import { ok, type Result } from '../../shared/problem.js';
import { usage } from './arguments.js';

/** Writes what a command was asked to write. Errors: USAGE where that file cannot be written. */
export function writeOut(file: string, text: string): Result<void> {
  try {
    writeFileSync(file, text);
    return ok(undefined);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return usage(
      `the file cannot be written: ${message}`,
      'name a file in a folder that exists and is writable',
    );
  }
}
