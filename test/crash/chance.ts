import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/**
 * What the crash tests choose by: BENCHLOOP_CRASH_SEED, or the hash of the commit, so that each commit is killed elsewhere; 0 where there
 * is no git.
 *
 * @param dir the project's folder
 */
export function crashSeed(dir: string, env: NodeJS.ProcessEnv): number {
  if (env.BENCHLOOP_CRASH_SEED !== undefined) return Number(env.BENCHLOOP_CRASH_SEED);
  try {
    const stdio: ['ignore', 'pipe', 'ignore'] = ['ignore', 'pipe', 'ignore'];
    const hash = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: dir, encoding: 'utf8', stdio });
    return Number.parseInt(hash.slice(0, 8), 16);
  } catch {
    return 0;
  }
}

/**
 * Every m-th of the points, from another one with each seed: about `count` of them. Seeds that follow one another meet every point within
 * m of them.
 */
export function everyFew<T>(points: readonly T[], count: number, seed: number): T[] {
  const m = Math.max(1, Math.ceil(points.length / count));
  return points.filter((_, i) => i % m === seed % m);
}

/** Numbers from 0 to 1 that look like chance, always the same for a seed and a purpose. */
export function chance(seed: number, purpose: string): () => number {
  let drawn = 0;
  return () => {
    const hash = createHash('sha256').update(`${seed} ${purpose} ${++drawn}`).digest();
    return hash.readUInt32BE() / 2 ** 32;
  };
}
