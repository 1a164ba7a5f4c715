import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { Environment, SessionEnd } from '../../electron/bench/environment.js';
import type { Result } from '../../shared/problem.js';
import { inEnglish } from '../../shared/texts/words.js';

/** What every target can be made to do. */
export type Behaviour = 'ends' | 'hangs silently' | 'hangs after greeting' | 'floods';

export interface Opening {
  operation: string;
  timeoutMs: number;
  /** The text that its health check waits for, half a second long. */
  banner?: string;
}

/** A session on a target of its own, or on one of many that are alike. */
export interface Opened {
  environment: Environment;
  /** Ends what was started for it; the session is stopped by then. */
  dispose?(): Promise<void>;
}

/** A kind of environment, with targets that do as they are told. */
export interface Kind {
  name: string;
  open(behaviour: Behaviour, opening: Opening): Promise<Opened>;
  /** How a test that ends ends, and all that it says. */
  end: Partial<SessionEnd>;
  says: string;
  /** Its limit, bytes. */
  maxOutputBytes: number;
  /** In so long it has surely greeted, ms. */
  greetsWithinMs: number;
  /** Whether it has a health check with a banner. */
  greets: boolean;
  /** Whether a flood of before may still be under way behind the target when it begins anew. */
  echoes?: boolean;
  /** Fails, or rejects, where a process, a port or a console of the session is not free. */
  expectNothingLeft(operation: string): Promise<void> | void;
  /** So many are opened one after the other. */
  many: number;
}

const never = new AbortController().signal;
/** Far more than any target needs, ms. */
const PATIENT_MS = 120_000;

export function ending(result: Result<SessionEnd>): SessionEnd {
  if (!result.ok) throw new Error(`${result.error.code}: ${inEnglish(result.error.message)}`);
  return result.value;
}

export async function startAndRun(
  environment: Environment,
  console: Uint8Array[] = [],
): Promise<Result<SessionEnd>> {
  const started = await environment.start(never);
  return started.ok ? environment.run(never, (bytes) => console.push(bytes)) : started;
}

const whole = (environment: Environment) => startAndRun(environment);

/** Every obligation of `Environment`, for one kind; called inside a `describe`. */
export function environmentContract(kind: Kind): void {
  let count = 0;
  const session = async <T>(
    behaviour: Behaviour,
    use: (environment: Environment, left: () => Promise<void> | void) => Promise<T>,
    opening: Partial<Opening> = {},
  ): Promise<T> => {
    count += 1;
    const operation = `contract-${process.pid}-${kind.name}-${count}`;
    const opened = await kind.open(behaviour, { operation, timeoutMs: PATIENT_MS, ...opening });
    const expectNothingLeft = () => kind.expectNothingLeft(operation);
    try {
      const used = await use(opened.environment, expectNothingLeft);
      await opened.environment.stop();
      await expectNothingLeft();
      return used;
    } finally {
      await opened.environment.stop();
      await opened.dispose?.();
    }
  };

  it('gives every byte to the file and to the listener', async () => {
    await session('ends', async (environment) => {
      const heard: Uint8Array[] = [];
      const end = ending(await startAndRun(environment, heard));
      expect(end).toMatchObject(kind.end);
      expect(readFileSync(end.consoleFile, 'latin1')).toBe(kind.says);
      expect(Buffer.concat(heard).toString('latin1')).toBe(kind.says);
    });
  });

  it('calls a target that never says anything a timeout', async () => {
    const end = ending(await session('hangs silently', whole, { timeoutMs: 400 }));
    expect(end).toMatchObject({ ended_by: 'timeout', exit_code: null, signal: null });
    expect(readFileSync(end.consoleFile)).toHaveLength(0);
  });

  it('keeps what a target said before it hung', async () => {
    const limit = { timeoutMs: kind.greetsWithinMs };
    const end = ending(await session('hangs after greeting', whole, limit));
    expect(end.ended_by).toBe('timeout');
    expect(readFileSync(end.consoleFile).length).toBeGreaterThan(0);
  });

  it('ends endless output at the limit', async () => {
    const end = ending(await session('floods', whole));
    expect(end).toMatchObject({ ended_by: 'output-limit', exit_code: null });
    expect(readFileSync(end.consoleFile)).toHaveLength(kind.maxOutputBytes);
  });

  it.runIf(kind.greets)('calls a banner that does not come an error, and leaves nothing', async () => {
    await session(
      'hangs after greeting',
      async (environment, expectNothingLeft) => {
        expect(await environment.start(never)).toMatchObject({
          ok: false,
          error: { code: 'TEST_ENV_FAILURE', message: expect.stringContaining('never said') },
        });
        await expectNothingLeft();
      },
      { banner: 'never said' },
    );
  });

  it.each(['ends', 'floods'] as const)('runs again after a reset: %s', async (behaviour) => {
    await session(behaviour, async (environment) => {
      const first = ending(await startAndRun(environment));
      expect(await environment.reset(never)).toMatchObject({ ok: true });
      const second = ending(await environment.run(never, () => undefined));
      expect(second.consoleFile).not.toBe(first.consoleFile);
      const [before, after] = [first, second].map(({ consoleFile }) => readFileSync(consoleFile, 'latin1'));
      if (behaviour === 'floods' && kind.echoes) {
        // an end of the old flood and the new one look like a program that begins again
        expect(second.ended_by).toMatch(/^(output-limit|boot-loop)$/);
        expect(after?.length).toBeLessThanOrEqual(kind.maxOutputBytes);
        return;
      }
      expect(second.ended_by).toBe(first.ended_by);
      expect(after).toBe(before);
    });
  });

  it('runs again where it is run again, without a reset', async () => {
    await session('ends', async (environment) => {
      ending(await startAndRun(environment));
      const second = ending(await environment.run(never, () => undefined));
      expect(second).toMatchObject(kind.end);
      expect(readFileSync(second.consoleFile, 'latin1')).toBe(kind.says);
    });
  });

  it('does not start after an abort', async () => {
    await session('ends', async (environment, expectNothingLeft) => {
      expect(await environment.start(AbortSignal.abort())).toMatchObject({ ok: false });
      await expectNothingLeft();
    });
  });

  it('ends when aborted while it starts, and leaves nothing', async () => {
    await session('hangs silently', async (environment, expectNothingLeft) => {
      const abort = new AbortController();
      const starting = environment.start(abort.signal);
      abort.abort();
      // one that starts at once is up by then
      if ((await starting).ok) await environment.stop();
      await expectNothingLeft();
    });
  });

  it('ends when aborted while it runs, gives all back before it is stopped, and can be started again', async () => {
    await session('hangs after greeting', async (environment, expectNothingLeft) => {
      const abort = new AbortController();
      expect(await environment.start(never)).toMatchObject({ ok: true });
      const end = await environment.run(abort.signal, () => abort.abort());
      expect(end).toMatchObject({ ok: false, error: { code: 'ENV_ERROR' } });
      await expectNothingLeft();
      expect(await environment.start(never)).toMatchObject({ ok: true });
    });
  });

  it('can be stopped twice, and without a start', async () => {
    await session('ends', async (environment) => {
      await environment.stop();
      await startAndRun(environment);
      await environment.stop();
      await environment.stop();
    });
  });

  it('keeps two sessions at once apart', async () => {
    const ends = await Promise.all(
      (['ends', 'floods'] as const).map((behaviour) => session(behaviour, whole)),
    );
    const said = ends.map((end) => readFileSync(ending(end).consoleFile, 'latin1'));
    expect(said.map((text) => text === kind.says)).toEqual([true, false]);
    expect(said[1]).toHaveLength(kind.maxOutputBytes);
  });

  it('leaves nothing after many sessions', async () => {
    const operation = `many-${process.pid}-${kind.name}`;
    for (let i = 0; i < kind.many; i++) {
      const { environment, dispose } = await kind.open('ends', { operation, timeoutMs: PATIENT_MS });
      expect(ending(await whole(environment))).toMatchObject(kind.end);
      await environment.stop();
      await dispose?.();
    }
    await kind.expectNothingLeft(operation);
  });
}
