import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { speechIn } from '../../shared/texts/speech.js';
import { aboutItself } from './about.js';
import { languageFrom, takeLanguage } from './language.js';
import { createOutput, EXIT, refuse } from './output.js';
import { programName } from './program.js';
import { USAGE_IN } from './usage.js';

/** Folders beside the bundle: the project's in development, the resources of a release. */
const dist = path.dirname(fileURLToPath(import.meta.url));

/**
 * Do what a command line asks for.
 *
 * @param args its words, after the program's own
 * @returns exit code (`EXIT`)
 */
export async function main(args: readonly string[]): Promise<number> {
  const taken = takeLanguage(args, process.env);
  const speech = await speechIn(taken.ok ? taken.value.language : languageFrom(process.env));
  const words = taken.ok ? taken.value.rest : args;
  const out = createOutput(process.stdout, process.stderr, programName(), speech);
  if (!taken.ok) return refuse(out, taken.error, args.includes('--json'));
  if (words.length === 0) {
    process.stderr.write(`${USAGE_IN[speech.language]}\n`);
    return EXIT.usage;
  }
  const about = aboutItself(words, path.join(dist, '..'), speech);
  if (!about.ok) return refuse(out, about.error, args.includes('--json'));
  if (about.value !== null) {
    process.stdout.write(`${about.value}\n`);
    return EXIT.success;
  }
  const [name = '', ...rest] = words;
  const { COMMANDS } = await import('./commands.js');
  const command = COMMANDS[name];
  if (!command) throw new Error(`the manual knows ${name}, the commands do not`);
  const { createCore } = await import('../core/core.js');
  const { homeFolder } = await import('../files/home-folder.js');
  const home = homeFolder(process.env);
  const resources = path.join(dist, '..', 'native-config');
  const core = createCore({ home, resources, wasmDir: dist, env: process.env });
  return command({ core, out, home, dist }, rest);
}
