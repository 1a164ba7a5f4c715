import { realpathSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Confinement, ExecRequest } from '../../../shared/process.js';
import { processStartTime } from './children.js';
import { STARTER } from './ending.js';
import { type Launched, launch } from './launch.js';
import { endTree } from './tree.js';

/**
 * Waits in the finished confinement for the name of the operation, and becomes the program. Where its standard input
 * ends without one (we are gone, or want it no more) nothing is run.
 */
const WAIT = ['/bin/sh', '-c', 'read -r BENCHLOOP_OPERATION && exec "$@" </dev/null', STARTER];

/** Variables that shells set or drop themselves (POSIX, Shell Command Language, 2.5.3), or that change the shell. */
const SHELLS_OWN = /^(?:IFS|OPTIND|PPID|LINENO|PWD|OLDPWD|ENV|PS\d|_|LD_.*)$/;

/**
 * Whether the shell hands on what a program is given as it is: dash does, but for names that are no shell's or its own;
 * bash gives a script another `$0`.
 */
export function canHold({ env = {} }: ExecRequest): boolean {
  const kept = (name: string) => /^[A-Za-z_]\w*$/.test(name) && !SHELLS_OWN.test(name);
  return Object.keys(env).every(kept) && isDash();
}

function isDash(): boolean {
  try {
    return realpathSync.native('/bin/sh').endsWith('/dash');
  } catch {
    return false; // there is none
  }
}

/** Within this the shell has seen the end of its input, also where bubblewrap was still setting up. */
const DROP_MS = 2000;

/** A confined program that is all set up, but has not been started. It keeps nobody's event loop alive. */
export interface Held {
  /** Starts it, as that operation; null where it has ended meanwhile. */
  release(operation: string): Launched | null;
  /** Ends it; settles when nothing of it is left. */
  drop(): Promise<void>;
}

/** Sets up what `launch` would, and stops before the program itself starts. */
export async function hold(request: ExecRequest, confine: Confinement): Promise<Held> {
  const waiting = { ...request, argv: [...WAIT, ...request.argv], operation: `${request.operation}.next` };
  const launched = await launch(waiting, confine, 'pipe');
  const streams = [launched.stdin, launched.stdout, launched.stderr].filter((one) => one instanceof Socket);
  const handles = [launched.child, ...streams];
  for (const handle of handles) handle.unref();
  const ended = async (pid: number) => {
    launched.child.ref();
    // bubblewrap itself would end before what it confines: killed alone, it leaves that to die later
    const patience = setTimeout(() => void endTree(pid, launched.exited, launched.inner()), DROP_MS);
    await launched.exited;
    clearTimeout(patience);
  };
  const letGo = () => {
    launched.stdin?.destroy();
    launched.stdout.destroy();
  };
  return {
    release: (operation) => {
      if (launched.pid === undefined || processStartTime(launched.pid) === null) {
        letGo();
        launched.status?.();
        return null;
      }
      for (const handle of handles) handle.ref();
      launched.stdin?.end(`${operation}\n`);
      return launched;
    },
    drop: async () => {
      letGo();
      if (launched.pid !== undefined) await ended(launched.pid);
      launched.status?.();
    },
  };
}
