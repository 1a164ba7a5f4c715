import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { type CommandLine, runIds } from '../fixtures/loop/command-line.js';
import { difference } from './difference.js';
import { goOn, type Outcome, outcomeOf, startRun } from './play-firmware-loop.js';
import { closeScene, openScene, type Subject } from './scene.js';

/** A process and all that descend from it, bubblewrap's and QEMU's included. */
function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // it ended while we looked
    }
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // it ended before us
    }
  }
}

/** After how many ms each process is killed, and whether all that it started is, too. */
interface Kills {
  delays: readonly number[];
  whole: boolean;
}

/** Kills the run, and then what takes it up; gives what came out otherwise than undisturbed, or null. */
export async function killedAfter(
  cli: CommandLine,
  subject: Subject,
  { delays, whole }: Kills,
  expected: Outcome,
): Promise<string | null> {
  const scene = openScene(cli, subject);
  try {
    for (const ms of delays) {
      const [run] = runIds(scene.home);
      const started = run
        ? cli.start(['resume', run, '--json'], { home: scene.home })
        : startRun(cli, scene, {});
      await Promise.race([delay(ms), started.ended]);
      const pid = started.child.pid ?? 0;
      if (started.child.exitCode === null) killAll(whole ? processTree(pid) : [pid]);
      await started.ended;
    }
    const place = `after ${delays.map(Math.round).join(', ')} ms, ${whole ? 'whole tree' : 'alone'}`;
    return difference(place, expected, await outcomeOf(scene, await goOn(cli, scene)));
  } catch (error) {
    return `killed after ${delays.join(', ')} ms: ${error}`;
  } finally {
    closeScene(scene);
  }
}
