import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { nearest } from '../../shared/nearest.js';
import { fail, ok, type Result } from '../../shared/problem.js';
import type { Speech } from '../../shared/texts/speech.js';
import { isCommand, MANUAL, manualOf } from './manual.js';
import { USAGE_IN } from './usage.js';

const HELP = ['--help', '-h'];
const VERSION = ['--version', '-V'];

/**
 * What the arguments ask about the command line itself; null where they ask for something to be done. `root` holds
 * package.json. Errors: USAGE for a command that does not exist, with the nearest that does.
 */
export function aboutItself(
  args: readonly string[],
  root: string,
  { language, say }: Speech,
): Result<string | null> {
  const [name = '', ...rest] = args;
  if (VERSION.includes(name)) return ok(`benchloop ${versionOf(root)}`);
  const topic = [...HELP, 'help'].includes(name) ? rest.find((word) => !HELP.includes(word)) : name;
  if (topic === undefined) return ok(USAGE_IN[language]);
  if (!isCommand(topic)) return unknownCommand(topic);
  const asked = topic !== name || ownArguments(rest).some((word) => HELP.includes(word));
  return ok(asked ? manualOf(topic, say) : null);
}

/** What comes after `--` is never an option. */
const ownArguments = (words: readonly string[]): readonly string[] =>
  words.includes('--') ? words.slice(0, words.indexOf('--')) : words;

function unknownCommand(name: string): Result<never> {
  const meant = nearest(name, [...Object.keys(MANUAL), 'help', ...HELP, ...VERSION]);
  const what = name.startsWith('-') ? 'option' : 'command';
  return fail({
    code: 'USAGE',
    message: `there is no ${what} ${name}${meant ? `; did you mean ${meant}?` : ''}`,
    next: 'see `benchloop --help`',
  });
}

/** The version in the package.json of a folder. */
export const versionOf = (root: string): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')))
    .version;
