import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { execa } from 'execa';
import { type Value, writeModule } from './firmware.js';

/** Without this a source could be as old as the object that was made of it, and `make` would not see it. */
const CLOCK_TICK_MS = 20;

/** What a person would do by hand, in ms: the same change built, the same image run. */
export interface Bare {
  make: number;
  /** QEMU from spawn to exit. */
  qemu: number;
  /** The part of it from the first byte on the console: what TEST_RUN waits for. */
  test: number;
}

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

export const bareMake = (dir: string): Promise<number> =>
  timed(() => execa('make', [], { cwd: dir, stdout: 'pipe' }));

/** The image to its exit through semihosting, its console on stdout. */
async function bareQemu(image: string): Promise<Pick<Bare, 'qemu' | 'test'>> {
  let first = Number.NaN;
  const qemu = await timed(() => {
    const running = execa(
      'qemu-system-arm',
      [
        ...['-machine', 'lm3s6965evb', '-nodefaults', '-display', 'none', '-monitor', 'none'],
        ...['-semihosting-config', 'enable=on,target=gdb', '-serial', 'stdio', '-kernel', image],
      ],
      { stdin: 'ignore' },
    );
    running.stdout.once('data', () => {
      first = performance.now();
    });
    return running;
  });
  return { qemu, test: performance.now() - first };
}

/** Changes by hand: modules and their new values written, built, run. */
export async function bareIteration(
  dir: string,
  changes: readonly (readonly [number, Value])[],
): Promise<Bare> {
  await sleep(CLOCK_TICK_MS);
  for (const [index, value] of changes) writeModule(dir, index, value);
  const make = await bareMake(dir);
  return { make, ...(await bareQemu(`${dir}/build/app.elf`)) };
}
