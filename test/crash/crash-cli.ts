import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { COMMANDS } from '../../electron/cli/commands.js';
import { createOutput } from '../../electron/cli/output.js';
import { createCore } from '../../electron/core/core.js';
import { homeFolder } from '../../electron/files/home-folder.js';
import { killing } from './killing.js';

/** Tells points apart: by its name, by the one before it, and by how often this process came by. */
function steps(): (name: string) => string {
  const times = new Map<string, number>();
  let last = '';
  return (name) => {
    const step = `${last} > ${name}`;
    last = name;
    const count = (times.get(step) ?? 0) + 1;
    times.set(step, count);
    return `${step} ${count}`;
  };
}

const dist = path.dirname(fileURLToPath(import.meta.url));

/** The command line without what it says of itself, killed at fault points (`killing`). */
export async function main([name = '', ...args]: readonly string[]): Promise<number> {
  const home = homeFolder(process.env);
  const core = createCore({
    home,
    resources: path.join(dist, '..', 'native-config'),
    wasmDir: dist,
    env: process.env,
    fault: killing(process.env, steps()),
  });
  const out = createOutput(process.stdout, process.stderr);
  const command = COMMANDS[name];
  return command ? await command({ core, out, home, dist }, args) : 2;
}
