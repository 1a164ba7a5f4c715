import { describe, expect, it } from 'vitest';
import { openStep } from '../../../electron/machine/session/context.js';
import { ok } from '../../../shared/problem.js';
import { Crash, crashAt } from '../../fixtures/crash-at.js';
import { value } from '../../fixtures/firmware-run.js';
import { asks, because, call, events, result, type Script, sessionRun } from '../../fixtures/session-run.js';
import { toolOf } from '../../fixtures/tools.js';

type Run = ReturnType<typeof sessionRun>;

/**
 * Each turn makes one call, the first after a person's yes; an undo takes all back. What a call did is noted in `world` by its mark, and
 * adopted where it is there.
 */
const script = (world: string[]): Script => ({
  EXECUTING: async (ctx, io) => {
    if (ctx.undo !== null) return events.undone();
    const [next] = ctx.pending;
    if (!next && ctx.calls.some(({ n }) => n === ctx.turn))
      return { type: 'step_completed', ...because('done'), step: openStep(ctx)?.step_id ?? null };
    if (!next) return { ...asks(call(ctx.turn)), ...(ctx.turn > 1 && { confirmation: null }) };
    const perform = async (mark: string) => {
      world.push(mark);
      return mark;
    };
    const tool = toolOf(`call.${next.n}`, perform, {
      reconcile: async (_, __, { mark }) => (world.includes(mark) ? { adopt: ok(mark) } : 'again'),
    });
    value(await io.call(tool, {}, null));
    return result(next);
  },
});

interface Begun {
  run: Run;
  world: string[];
}

/** To its end, over the question that it asks; however often the process dies. */
async function goOn({ run }: Begun, fault?: (name: string) => void): Promise<void> {
  const end = await run.go({}, fault);
  if (end.kind !== 'waiting') return;
  run.answer('yes');
  await run.go({}, fault);
}

async function goUntilCrash(begun: Begun, fault: (name: string) => void): Promise<void> {
  try {
    await goOn(begun, fault);
  } catch (error) {
    if (!(error instanceof Crash)) throw error;
  }
}

async function fresh(): Promise<Begun> {
  const world: string[] = [];
  return { run: sessionRun(script(world)), world };
}

/** A session whose first turn is over, and that is told something more. */
async function told(type: string, payload: Record<string, unknown>): Promise<Begun> {
  const begun = await fresh();
  await goOn(begun);
  begun.run.tell(type, payload);
  return begun;
}

const outcomeOf = ({ run, world }: Begun) => ({
  ...{ world, edges: run.edges(), context: run.context(), gates: run.gates().length },
  unheard: run.read((journal) => value(journal.messages()).filter(({ consumed }) => consumed === null)),
});

describe('a crash at any write of a session', () => {
  it.each([
    ['its first turn', 1, 20, fresh],
    ['a further message', 2, 15, () => told('message', { text: 'and that' })],
    ['an undo', 1, 5, () => told('undo', { call: null })],
  ] as const)(
    'in %s is made up for by resuming: the same end, and no call made or asked about twice',
    async (_, calls, points, begin) => {
      const count = crashAt(Number.POSITIVE_INFINITY);
      const whole = await begin();
      await goOn(whole, count.fault);
      const expected = outcomeOf(whole);
      expect(expected).toMatchObject({ gates: 1, unheard: [] });
      expect(new Set(expected.world).size).toBe(calls);
      expect(expected.world).toHaveLength(calls);
      expect(count.passed.length).toBeGreaterThan(points);
      for (let n = 0; n < count.passed.length; n += 1) {
        const begun = await begin();
        await goUntilCrash(begun, crashAt(n).fault);
        await goOn(begun);
        expect(outcomeOf(begun), count.passed[n]).toEqual(expected);
      }
    },
  );
});
