import { expect, it, onTestFinished } from 'vitest';
import type { Flasher, FlashProgress } from '../../../../electron/bench/flash/flasher.js';
import type { Segment } from '../../../../electron/bench/image/image.js';
import { done, options } from '../../../fixtures/flashing.js';

/** A board in its bootloader, and a flasher that is not connected yet. */
export interface BoardUnderTest {
  flasher: Flasher;
  /** What its flash holds now; power may go for that. Absent where only the flasher can ask. */
  held?(address: number, size: number): Promise<Uint8Array> | Uint8Array;
  /** Takes the board away, without a farewell. */
  unplug(): Promise<void> | void;
  /** Fails where a process or a port is left; the flasher is closed by then. */
  expectNothingLeft?(): Promise<void> | void;
  /** Ends what was started for it. */
  dispose?(): Promise<void> | void;
}

/** A flasher's implementation, with boards for it. */
export interface FlasherKind {
  name: string;
  open(): Promise<BoardUnderTest>;
  /** Two parts with a gap, of more pages than are written at once. */
  segments: readonly Segment[];
  /** An address that the regions of its profile do not have. */
  outside: number;
  /** What its flash holds before. */
  blank: number;
  /** Whether it can erase everything. */
  erasesAll?: boolean;
}

/** Every obligation of `Flasher`, for one implementation; called inside a `describe`. */
export function flasherContract({ open, segments, outside, blank, erasesAll }: FlasherKind): void {
  const connected = async () => {
    const board = await open();
    onTestFinished(async () => {
      await board.flasher.close();
      await board.expectNothingLeft?.();
      await board.dispose?.();
    });
    done(await board.flasher.connect(options()));
    return board;
  };
  const write = (flasher: Flasher, how = options(), image = segments, eraseAll = false) =>
    flasher.write(image, { ...how, eraseAll });
  const whole = async (flasher: Flasher) => {
    done(await write(flasher));
    done(await flasher.verify(segments, options()));
  };
  const expectUntouched = async ({ held }: BoardUnderTest) => {
    for (const { address, bytes } of segments) {
      const bytesHeld = await held?.(address, bytes.length);
      expect(bytesHeld?.every((byte) => byte === blank) ?? true).toBe(true);
    }
  };

  it('writes every byte, and verifies it', async () => {
    const { flasher, held } = await connected();
    await whole(flasher);
    await flasher.close();
    for (const { address, bytes } of segments) {
      const bytesHeld = (await held?.(address, bytes.length)) ?? bytes;
      expect(Buffer.compare(bytesHeld, bytes)).toBe(0);
    }
  });

  it.each([false, ...(erasesAll ? [true] : [])])(
    'tells progress that never goes back, of one total for each phase, and ends at it (all erased: %s)',
    async (eraseAll) => {
      const { flasher } = await connected();
      const calls: FlashProgress[][] = [];
      const listened = () => {
        const heard: FlashProgress[] = [];
        calls.push(heard);
        return options((progress) => void heard.push(progress));
      };
      done(await write(flasher, listened(), segments, eraseAll));
      done(await flasher.verify(segments, listened()));
      done(await flasher.start(listened()));
      for (const heard of calls)
        for (const steps of phasesOf(heard)) {
          const counts = steps.map((step) => step.done);
          expect(counts, steps[0]?.phase).toEqual(counts.toSorted((a, b) => a - b));
          expect(new Set(steps.map(({ total }) => total)), steps[0]?.phase).toHaveLength(1);
          expect(counts.at(-1), steps[0]?.phase).toBe(steps[0]?.total);
        }
      expect(calls[0]?.at(-1)?.phase).toBe('write');
    },
  );

  it('refuses what lies outside of the regions, before anything is erased or written', async () => {
    const board = await connected();
    const [first] = segments;
    const image = [...(first ? [first] : []), { address: outside, bytes: Uint8Array.of(1, 2, 3, 4) }];
    const refused = await write(board.flasher, options(), image);
    expect(refused).toMatchObject({ ok: false, error: { code: 'IMAGE_REFUSED', left: 'unchanged' } });
    await expectUntouched(board);
  });

  it('finds one wrong bit', async () => {
    const { flasher } = await connected();
    await whole(flasher);
    const other = segments.map(({ address, bytes }) => ({ address, bytes: Buffer.from(bytes) }));
    const last = other.at(-1)?.bytes;
    if (last) last[last.length - 1] = (last.at(-1) ?? 0) ^ 1;
    expect(await flasher.verify(other, options())).toMatchObject({
      ok: false,
      error: { code: 'VERIFY_FAILURE' },
    });
  });

  it('writes nothing where it was stopped before, and says that the board is as it was', async () => {
    const board = await connected();
    for (const eraseAll of [false, erasesAll === true]) {
      const stopped = await write(board.flasher, options(undefined, AbortSignal.abort()), segments, eraseAll);
      expect(stopped).toMatchObject({ ok: false, error: { code: 'FLASH_FAILURE', left: 'unchanged' } });
    }
    await expectUntouched(board);
  });

  it('says what the board holds where it is stopped in the middle, and writes it all the next time', async () => {
    const { flasher } = await connected();
    const stop = new AbortController();
    const stopped = await write(
      flasher,
      options(
        inTheMiddle(() => stop.abort()),
        stop.signal,
      ),
    );
    expect(stop.signal.aborted).toBe(true);
    // a tool that nobody may break off comes to its end
    if (!stopped.ok)
      expect(stopped.error).toMatchObject({
        code: 'FLASH_FAILURE',
        left: expect.stringMatching(/^(part|unknown)$/),
      });
    await whole(flasher);
  });

  it('ends in a problem where the board is unplugged in the middle, and nothing passes after it', async () => {
    const { flasher, unplug } = await connected();
    const pulled: (Promise<void> | void)[] = [];
    const cut = await write(flasher, options(inTheMiddle(() => void pulled.push(unplug()))));
    await Promise.all(pulled);
    expect(pulled).toHaveLength(1);
    expect(cut).toMatchObject({
      ok: false,
      error: { code: 'FLASH_FAILURE', left: expect.stringMatching(/^(part|unknown)$/) },
    });
    expect(await flasher.verify(segments, options())).toMatchObject({ ok: false });
  });

  it('can be closed twice, and before it was connected', async () => {
    const { flasher, expectNothingLeft, dispose } = await open();
    await flasher.close();
    done(await flasher.connect(options()));
    await flasher.close();
    await flasher.close();
    await expectNothingLeft?.();
    await dispose?.();
  });
}

/** What was told, by phase. */
function phasesOf(heard: readonly FlashProgress[]): FlashProgress[][] {
  const phases = [...new Set(heard.map(({ phase }) => phase))];
  return phases.map((phase) => heard.filter((step) => step.phase === phase));
}

/** Calls once, as soon as a part of the image is written. */
function inTheMiddle(call: () => void): (progress: FlashProgress) => void {
  let isOver = false;
  return ({ phase, done: count, total }) => {
    if (isOver || phase !== 'write' || count === 0 || count === total) return;
    isOver = true;
    call();
  };
}
