import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { languageFrom, takeLanguage } from './cli/language.js';
import { USAGE_IN } from './cli/usage.js';

/** Folders beside the bundle: the project's in development, the resources of a release. */
const dist = path.dirname(fileURLToPath(import.meta.url));

async function main(args: readonly string[]): Promise<number> {
  const taken = takeLanguage(args, process.env);
  const language = taken.ok ? taken.value.language : languageFrom(process.env);
  const [name = '--help', ...rest] = taken.ok ? taken.value.rest : args;
  if (taken.ok && (name === '--help' || name === '-h' || name === 'help')) {
    process.stdout.write(`${USAGE_IN[language]}\n`);
    return 0;
  }
  const { createOutput, refuse } = await import('./cli/output.js');
  const program = ['benchloop', 'demo'].includes(process.env.npm_lifecycle_event ?? '')
    ? 'npm run -s benchloop --'
    : 'benchloop';
  const out = createOutput(process.stdout, process.stderr, program, language);
  if (!taken.ok) return refuse(out, taken.error, args.includes('--json'));
  const { COMMANDS } = await import('./cli/commands.js');
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) {
    return refuse(out, {
      code: 'USAGE',
      message: `there is no command ${name}`,
      next: 'see `benchloop --help`',
    });
  }
  const { createCore } = await import('./run/core.js');
  const { homeFolder } = await import('./run/home-folder.js');
  const home = homeFolder(process.env);
  const resources = path.join(dist, '..', 'native-config');
  const core = createCore({ home, resources, wasmDir: dist, env: process.env });
  return command({ core, out }, rest);
}

process.exitCode = await main(process.argv.slice(2));
