import path from 'node:path';
import { speechIn } from '../../shared/texts/speech.js';
import { aboutItself } from './about.js';
import { languageFrom, takeLanguage } from './language.js';
import { createOutput, EXIT, refuse } from './output.js';
import { programName } from './program.js';
import type { Surroundings } from './surroundings.js';
import { USAGE_IN } from './usage.js';

/**
 * Do what a command line asks for. Several calls in one process disturb each other no more than several processes do.
 *
 * @param args its words, after the program's own
 * @param at its streams, environment and folders
 * @returns exit code (`EXIT`)
 */
export async function main(args: readonly string[], at: Surroundings): Promise<number> {
  const taken = takeLanguage(args, at.env);
  const speech = await speechIn(taken.ok ? taken.value.language : languageFrom(at.env));
  const words = taken.ok ? taken.value.rest : args;
  const out = createOutput(at, programName(at), speech);
  if (!taken.ok) return refuse(out, taken.error, args.includes('--json'));
  if (words.length === 0) {
    at.stderr.write(`${USAGE_IN[speech.language]}\n`);
    return EXIT.usage;
  }
  const root = path.join(at.dist, '..');
  const about = aboutItself(words, root, speech);
  if (!about.ok) return refuse(out, about.error, args.includes('--json'));
  if (about.value !== null) {
    at.stdout.write(`${about.value}\n`);
    return EXIT.success;
  }
  const [name = '', ...rest] = words;
  const { COMMANDS } = await import('./commands.js');
  const command = COMMANDS[name];
  if (!command) throw new Error(`the manual knows ${name}, the commands do not`);
  const { createCore } = await import('../core/core.js');
  const { homeFolder } = await import('../files/home-folder.js');
  const home = homeFolder(at.env);
  const resources = path.join(root, 'native-config');
  const { dist, env, here, fault } = at;
  const core = createCore({ home, resources, wasmDir: dist, env, here, fault });
  return command({ core, out, home, at }, rest);
}
