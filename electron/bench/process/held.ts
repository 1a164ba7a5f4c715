import { Socket } from 'node:net';
import type { Confinement, ExecRequest } from '../../../shared/process.js';
import { processStartTime } from './children.js';
import { STARTER } from './ending.js';
import { type Launched, launch } from './launch.js';
import { killGroup } from './tree.js';

/**
 * Waits in the finished confinement for the name of the operation, and becomes the program. Where its standard input
 * ends without one (we are gone, or want it no more) nothing is run.
 */
const WAIT = ['/bin/sh', '-c', 'read -r BENCHLOOP_OPERATION && exec "$@" </dev/null', STARTER];

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
  return {
    release: (operation) => {
      if (launched.pid === undefined || processStartTime(launched.pid) === null) return null;
      for (const handle of handles) handle.ref();
      launched.stdin?.end(`${operation}\n`);
      return launched;
    },
    drop: async () => {
      const { pid } = launched;
      launched.stdin?.destroy();
      launched.stdout.destroy();
      if (pid === undefined) return;
      const patience = setTimeout(() => killGroup(pid), DROP_MS);
      await launched.exited;
      clearTimeout(patience);
    },
  };
}
