import * as z from 'zod';
import { fail, ok, type Problem, type Result } from '../../../../shared/problem.js';
import type { Plan, Step } from '../../../../shared/session.js';
import { text, type Words } from '../../../../shared/texts/words.js';
import type { Wish } from '../../../agents/session/sentences.js';
import type { EffectIo } from '../../../engine/effect.js';
import { keptOf } from '../../../lab/boards/kept.js';
import type { SessionContext } from '../../../machine/session/context.js';
import type { SessionBench } from '../bench.js';

interface Template {
  tool: string;
  args: unknown;
}

/** What one wish becomes. */
interface Planned {
  title: Words;
  calls: readonly Template[];
  undo: Words;
  risk: Plan['risk_level'];
}

type By<T extends Wish['do']> = (
  wish: Extract<Wish, { do: T }>,
  bench: SessionBench,
) => Promise<Result<Planned>> | Result<Planned>;

const reading = (title: Words, tool: string, args: unknown = {}): Result<Planned> =>
  ok({ title, calls: [{ tool, args }], undo: text`it changes nothing`, risk: 'low' });

/** What each wish becomes; one more is a row here and a form in `sentences.ts`. */
const PLANS: { readonly [T in Wish['do']]: By<T> } = {
  flash: async ({ board, image }, bench) => {
    const id = image.lastGood ? await lastGoodOf(board, bench) : ok(image.name);
    if (!id.ok) return id;
    return ok({
      title: text`Flash ${board}`,
      calls: [{ tool: 'flash', args: { board, image: id.value } }],
      ...{ undo: text`flash the earlier image again`, risk: 'high' },
    });
  },
  console: ({ board, seconds }) =>
    reading(text`Show the console of ${board ?? ''}`, 'console_read', {
      board,
      ...(seconds !== null && { seconds }),
    }),
  power: ({ board, action }) =>
    ok({
      title: text`Switch ${board}: ${action}`,
      calls: [{ tool: 'power', args: { board, action } }],
      ...{ undo: text`switch it back`, risk: 'medium' },
    }),
  build: () =>
    ok({ title: text`Build`, calls: [{ tool: 'build', args: {} }], undo: text`undo`, risk: 'low' }),
  test: () =>
    ok({
      title: text`Run the tests`,
      calls: [{ tool: 'run_test', args: {} }],
      undo: text`undo`,
      risk: 'medium',
    }),
  loop: () =>
    ok({
      title: text`Run the task`,
      calls: [{ tool: 'run_loop', args: {} }],
      undo: text`undo`,
      risk: 'medium',
    }),
  explain: ({ run }, bench) => {
    const named = run ?? newestRun(bench.work.runs.list());
    return named === null ? fail(NO_RUN) : reading(text`Explain run ${named}`, 'show_run', { run: named });
  },
  undo: () => fail(NOTHING_TO_UNDO),
  list: ({ what }) => reading(LIST_WORDS[what], LISTING[what]),
};

const LIST_WORDS: Readonly<Record<Extract<Wish, { do: 'list' }>['what'], Words>> = {
  boards: text`List the boards`,
  ports: text`List the ports`,
  runs: text`List the runs`,
  files: text`List the files`,
};

const LISTING: Readonly<Record<Extract<Wish, { do: 'list' }>['what'], string>> = {
  boards: 'list_boards',
  ports: 'list_ports',
  runs: 'list_runs',
  files: 'list_files',
};

/** A plan of documented sentences. Errors: USAGE where what one of them names is not there. */
export async function planOf(
  wishes: readonly Wish[],
  ctx: SessionContext,
  bench: SessionBench,
  io: EffectIo,
): Promise<Result<{ plan: Plan; records: readonly string[] }>> {
  const steps: Step[] = [];
  let risk: Plan['risk_level'] = 'low';
  for (const [index, wish] of wishes.entries()) {
    const planned = await plannedFor(wish, bench);
    if (!planned.ok) return planned;
    risk = worse(risk, planned.value.risk);
    steps.push(stepOf(`turn${ctx.turn}-step-${index + 1}`, planned.value, ctx.goal));
  }
  const plan: Plan = {
    ...{ plan_id: io.operationId('plan'), goal: ctx.goal, constraints: [...ctx.constraints], steps },
    ...{
      verification: NOTHING_TO_CHECK,
      risk_level: risk,
      created_at: new Date(bench.work.now()).toISOString(),
    },
  };
  return ok({ plan, records: [] });
}

const NOTHING_TO_CHECK: Plan['verification'] = {
  ...{ mode: 'none', commands: [], required: false },
  stop_on_fail: true,
};

const plannedFor = <T extends Wish['do']>(wish: Extract<Wish, { do: T }>, bench: SessionBench) =>
  (PLANS[wish.do as T] as By<T>)(wish, bench);

const RISKS = ['low', 'medium', 'high'] as const;
const worse = (a: Plan['risk_level'], b: Plan['risk_level']): Plan['risk_level'] =>
  RISKS[Math.max(RISKS.indexOf(a), RISKS.indexOf(b))] ?? a;

const stepOf = (id: string, { title, calls, undo }: Planned, goal: string): Step => ({
  ...{ step_id: id, title, intent: goal, tool_calls: [...calls], expected_artifacts: [] },
  ...{ status: 'pending', rollback_hint: undo },
});

/** The image that was last proven good on a board, by its hash. Errors: USAGE where there is none, those of the board's record. */
async function lastGoodOf(board: string, { work }: SessionBench): Promise<Result<string>> {
  const kept = await keptOf(work.home, board).record();
  if (!kept.ok) return kept;
  const good = kept.value.lastGood;
  return good === null ? fail(noGood(board)) : ok(good.content);
}

const noGood = (board: string): Problem => ({
  code: 'USAGE',
  message: text`no image was proven good on ${board} yet`,
  next: text`name an image of this session, or run a task on the board first; \`benchloop boards\` lists the boards`,
});

const RunsSchema = z.looseObject({ runs: z.array(z.looseObject({ run: z.string(), machine: z.string() })) });

/** The newest run that is no session. */
const newestRun = (listed: unknown): string | null =>
  RunsSchema.parse(listed).runs.findLast(({ machine }) => machine !== 'session')?.run ?? null;

const NO_RUN: Problem = {
  code: 'USAGE',
  message: text`there is no run yet`,
  next: text`start one: benchloop run TASK.yaml`,
};

const NOTHING_TO_UNDO: Problem = {
  code: 'USAGE',
  message: text`undo stands alone`,
  next: text`say undo in a message of its own`,
};
