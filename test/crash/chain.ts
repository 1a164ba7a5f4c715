import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Ran } from '../fixtures/loop/command-line.js';
import { difference } from './difference.js';
import { twoAtATime } from './two-at-a-time.js';

type InHome = { home: string };

/** How a run of one machine is played in processes that may be killed. */
export interface Played<Scene extends InHome, Outcome> {
  open: () => Scene | Promise<Scene>;
  /** Begins the run, or goes on with the one that was begun. */
  goOn: (scene: Scene, env?: Record<string, string>) => Promise<Ran>;
  /** What must come out the same, however often the run was killed. */
  outcomeOf: (scene: Scene, end: Ran) => Outcome | Promise<Outcome>;
  close: (scene: Scene) => void;
}

/** Far more than a run has points: it does not get on any more. */
const MANY = 1000;

interface Undisturbed<O> {
  /** The fault points that it comes by, in order. */
  points: string[];
  outcome: O;
  durationMs: number;
}

export const undisturbed = <S extends InHome, O>(played: Played<S, O>): Promise<Undisturbed<O>> =>
  onScene(played, async (scene, notes) => {
    const log = path.join(notes, 'points');
    const begun = performance.now();
    const end = await played.goOn(scene, { BENCHLOOP_CRASH_LOG: log });
    const durationMs = performance.now() - begun;
    const points = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
    return { points, outcome: await played.outcomeOf(scene, end), durationMs };
  });

/**
 * One run, of which each process is killed at the first point that none was killed at before.
 *
 * @param places of the points at which it may be killed (`placesOf`); without them at all
 */
export const killedInTurn = <S extends InHome, O>(
  played: Played<S, O>,
  places?: readonly string[],
): Promise<{ kills: number; outcome: O }> =>
  onScene(played, async (scene, notes) => {
    const env = { BENCHLOOP_CRASH_SEEN: path.join(notes, 'seen'), ...(places && only(notes, places)) };
    let kills = 0;
    let end = await played.goOn(scene, env);
    for (; end.signal === 'SIGKILL' && kills < MANY; kills += 1) end = await played.goOn(scene, env);
    return { kills, outcome: await played.outcomeOf(scene, end) };
  });

function only(notes: string, places: readonly string[]): Record<string, string> {
  const file = path.join(notes, 'only');
  writeFileSync(file, places.map((place) => `${place}\n`).join(''));
  return { BENCHLOOP_CRASH_ONLY: file, BENCHLOOP_CRASH_LOG: path.join(notes, 'points') };
}

/** A run for each point, killed there once and then gone on with to its end; gives what came out otherwise than undisturbed. */
export const killedAtEach = <S extends InHome, O extends object>(
  played: Played<S, O>,
  { points, outcome }: Undisturbed<O>,
): Promise<string[]> =>
  twoAtATime(
    points.map((name, i) => () => {
      const place = `at point ${i + 1} (${name})`;
      const killed = onScene(played, (scene) => killedAt(played, scene, i + 1));
      return killed.then(
        (now) => (now === null ? `${place} was not reached` : difference(place, outcome, now)),
        (error: unknown) => `killed ${place}: ${error}`,
      );
    }),
  );

async function killedAt<S extends InHome, O>(
  { goOn, outcomeOf }: Played<S, O>,
  scene: S,
  n: number,
): Promise<O | null> {
  const killed = await goOn(scene, { BENCHLOOP_CRASH_AT: String(n) });
  return killed.signal === 'SIGKILL' ? outcomeOf(scene, await goOn(scene)) : null;
}

/** @param use gets a folder beside the data folder, for what the processes note */
async function onScene<S extends InHome, T>(
  { open, close }: Pick<Played<S, unknown>, 'open' | 'close'>,
  use: (scene: S, notes: string) => Promise<T>,
): Promise<T> {
  const scene = await open();
  const notes = mkdtempSync(`${scene.home}-notes-`);
  try {
    return await use(scene, notes);
  } finally {
    rmSync(notes, { recursive: true });
    close(scene);
  }
}
