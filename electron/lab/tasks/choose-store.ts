import { existsSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { ChildRegistry } from '../../../shared/process.js';
import { createExec } from '../../bench/process/exec.js';
import { bdStore } from './bd/bd-store.js';
import { bdIn } from './bd/command.js';
import { embeddedStore } from './embedded.js';
import type { IsAtWork, TaskStore } from './store.js';

export interface StorePlace {
  home: string;
  /** Where the work lies: a task file's folder, or the one that a person stands in. */
  folder: string;
  /** Folders that the person's policy allows `bd` in. */
  beads: readonly string[];
  env: NodeJS.ProcessEnv;
  children: ChildRegistry;
  isAtWork: IsAtWork;
}

/**
 * Where goals are kept: in the tracker of the repository, where that uses beads and the person's own policy names it; else in the data
 * folder.
 *
 * @returns with the store the folder of a tracker that is not used, null where there is none
 */
export function storeFor(o: StorePlace): { store: TaskStore; unused: string | null } {
  const root = trackerAbove(o.folder);
  if (root === null || !o.beads.some((one) => isSame(one, root)))
    return { store: embeddedStore(o.home, o.isAtWork), unused: root };
  const exec = createExec({ children: o.children, confinement: 'none' });
  return { store: bdStore(bdIn({ root, exec, env: o.env }), root, o.isAtWork), unused: null };
}

/** The nearest folder with a beads tracker, from a folder upwards. */
function trackerAbove(folder: string): string | null {
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    const tracker = path.join(at, '.beads');
    if (existsSync(tracker) && statSync(tracker).isDirectory()) return at;
    if (path.dirname(at) === at) return null;
  }
}

function isSame(named: string, root: string): boolean {
  const folder = named === '~' || named.startsWith('~/') ? path.join(homedir(), named.slice(1)) : named;
  return path.isAbsolute(folder) && existsSync(folder) && realpathSync(folder) === realpathSync(root);
}
