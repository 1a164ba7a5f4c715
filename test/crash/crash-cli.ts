import path from 'node:path';
import { COMMANDS } from '../../electron/cli/commands.js';
import { createOutput } from '../../electron/cli/output.js';
import type { Surroundings } from '../../electron/cli/surroundings.js';
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

/** The command line without what it says of itself, killed at fault points (`killing`). */
export async function main([name = '', ...args]: readonly string[], at: Surroundings): Promise<number> {
  const { env, dist, here } = at;
  const home = homeFolder(env);
  const core = createCore({
    home,
    resources: path.join(dist, '..', 'native-config'),
    wasmDir: dist,
    ...{ env, here },
    fault: killing(env, steps()),
  });
  const out = createOutput(at);
  const command = COMMANDS[name];
  return command ? await command({ core, out, home, at }, args) : 2;
}
