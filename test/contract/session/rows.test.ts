import { afterAll, describe, expect, it } from 'vitest';
import { compile } from '../../../electron/machine/compile.js';
import { openStep, type SessionContext } from '../../../electron/machine/session/context.js';
import { session } from '../../../electron/machine/session/table.js';
import { value } from '../../fixtures/firmware-run.js';
import {
  asks,
  because,
  call,
  events,
  plan,
  result,
  type Script,
  sessionRun,
  step,
} from '../../fixtures/session-run.js';

/** Every edge that a test below went along. */
const reached = new Set<string>();

type Run = ReturnType<typeof sessionRun>;

async function through(run: Run, ...then: ((run: Run) => void)[]): Promise<Run> {
  await run.go();
  for (const act of then) {
    act(run);
    await run.go();
  }
  for (const edge of run.edges()) reached.add(edge);
  return run;
}

const once = (first: Script[string], rest?: Script[string]): Script[string] => {
  let isFirst = true;
  return (ctx, io) => {
    const of = isFirst || !rest ? first : rest;
    isFirst = false;
    return of?.(ctx, io) ?? Promise.reject(new Error('no script'));
  };
};

const rest = (ctx: SessionContext) => {
  const [next] = ctx.pending;
  if (next) return result(next);
  return { type: 'step_completed', ...because('done'), step: openStep(ctx)?.step_id ?? null } as const;
};

describe('a turn of a session', () => {
  it('goes from the message over plan, calls and checks to its report, and is met', async () => {
    const run = await through(sessionRun());
    expect(run.edges()).toEqual([
      'IDLE USER_MESSAGE INTAKE',
      'INTAKE understood CONTEXT_BUILDING',
      'CONTEXT_BUILDING context_built PLANNING',
      'PLANNING planned EXECUTING',
      'EXECUTING TOOL_CALL_REQUEST EXECUTING',
      'EXECUTING TOOL_CALL_RESULT EXECUTING',
      'EXECUTING step_completed VERIFYING',
      'VERIFYING verified SUMMARIZING',
      'SUMMARIZING summarized DONE',
      'DONE reported IDLE',
    ]);
    expect(await run.go()).toMatchObject({ kind: 'finished', ending: { status: 'DONE', exit: 0 } });
  });

  it('takes a further message as its next turn, and remembers the one before', async () => {
    const run = await through(sessionRun(), ({ tell }) => tell('message', { text: 'and now that' }));
    expect(run.edges().filter((edge) => edge.startsWith('IDLE'))).toHaveLength(2);
    expect(run.context()).toMatchObject({ turn: 2, goal: 'and now that', before: [{ goal: 'do it' }] });
  });

  it('leaves its questions to whoever supervises it', async () => {
    const run = await through(sessionRun({ INTAKE: () => ({ ...events.clarify(), isSupervised: true }) }));
    expect(run.edges()).toContain('INTAKE needs_clarification SUMMARIZING');
    expect(run.context()).toMatchObject({ questions: ['which?'], finished: true });
    expect(run.gates()).toEqual([]);
  });

  it('asks its questions once, goes on with the answer, and does not take a bare yes for one', async () => {
    const run = await through(sessionRun({ INTAKE: events.clarify }), ({ answer }) =>
      answer('answered', 'the left one'),
    );
    expect(run.edges().slice(1, 3)).toEqual([
      'INTAKE needs_clarification CLARIFYING',
      'CLARIFYING CLARIFICATION_ANSWER CONTEXT_BUILDING',
    ]);
    expect(run.context()).toMatchObject({ questions: ['which?'], answer: 'the left one' });
  });

  it('ends blocked where it is refused, cannot be prepared or cannot be planned, and says why', async () => {
    for (const [state, event, why] of [
      ['INTAKE', events.refused, 'no'],
      ['CONTEXT_BUILDING', events.contextFailed, 'no clone'],
      ['PLANNING', events.planFailed, 'no plan'],
    ] as const) {
      const run = await through(sessionRun({ [state]: event }));
      expect(await run.go()).toMatchObject({ ending: { status: 'BLOCKED', exit: 1, reason: why } });
    }
  });

  it('has nothing to carry out where the plan has no step', async () => {
    const run = await through(sessionRun({ PLANNING: events.noSteps }));
    expect(run.edges()).toContain('PLANNING planned SUMMARIZING');
  });

  it('goes on with its next step once one is done', async () => {
    const two = () =>
      ({ type: 'planned', ...because('two'), plan: plan([step('one'), step('two')]), held: null }) as const;
    const run = await through(sessionRun({ PLANNING: two }));
    expect(run.edges()).toContain('EXECUTING step_completed EXECUTING');
    expect(run.context().plan?.steps.map(({ status }) => status)).toEqual(['done', 'done']);
  });
});

describe('what needs a person', () => {
  it('in the plan is asked before anything is carried out, under the id of its call', async () => {
    const run = sessionRun({ PLANNING: events.heldPlan });
    expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.call.1' });
    await through(run, ({ answer }) => answer('yes'));
    expect(run.edges().slice(3, 5)).toEqual([
      'PLANNING planned AWAITING_CONFIRMATION',
      'AWAITING_CONFIRMATION CONFIRM EXECUTING',
    ]);
  });

  it('in the middle of a step waits by the same id, and goes on with the answer', async () => {
    const EXECUTING = once(() => asks(call(1)), rest);
    const run = await through(sessionRun({ EXECUTING }), ({ answer }) => answer('yes'));
    expect(run.gates().map(({ gate }) => gate)).toEqual(['main.call.1']);
    expect(run.context().calls).toMatchObject([{ n: 1, status: 'ok' }]);
  });

  it('is not done where the answer is no: the turn ends, and the call is remembered as refused', async () => {
    const run = await through(sessionRun({ EXECUTING: once(() => asks(call(1)), rest) }), ({ answer }) =>
      answer('no'),
    );
    expect(run.edges()).toContain('AWAITING_CONFIRMATION CONFIRM SUMMARIZING');
    expect(run.context()).toMatchObject({
      calls: [{ n: 1, status: 'denied', error: { code: 'E_POLICY_DENIED' } }],
      refused: [{ tool: 'run_terminal_cmd' }],
    });
    expect(await run.go()).toMatchObject({ ending: { status: 'BLOCKED', exit: 1 } });
  });

  it('can be answered with words, which go back to the agent', async () => {
    const patch = call(1, { tool: 'apply_patch' });
    const seen: (string | null)[] = [];
    const EXECUTING = once(
      () => asks(patch, 'patch'),
      (ctx) => {
        seen.push(ctx.words);
        return rest(ctx);
      },
    );
    const run = await through(sessionRun({ EXECUTING }), ({ answer }) => answer('change', 'not that hunk'));
    expect(run.edges()).toContain('AWAITING_CONFIRMATION CONFIRM EXECUTING');
    expect(seen).toEqual(['not that hunk']);
  });

  it('is not done where nobody answers in time: silence is no yes', async () => {
    const EXECUTING = once(() => asks(call(1)), rest);
    const run = sessionRun({ EXECUTING }, {}, { AWAITING_CONFIRMATION: 1 });
    await run.go();
    await through(run);
    expect(run.edges()).toContain('AWAITING_CONFIRMATION TIMEOUT SUMMARIZING');
    expect(run.context().calls).toMatchObject([{ status: 'denied' }]);
  });

  it('of a connection is denied to the client by a no and by silence, and the connection goes on', async () => {
    const EXECUTING = () => once(() => asks(call(1, { by: 'client' })), rest);
    const refused = await through(
      sessionRun({ EXECUTING: EXECUTING() }, { mode: 'connection' }),
      ({ answer }) => answer('no'),
    );
    expect(refused.edges()).toContain('AWAITING_CONFIRMATION CONFIRM EXECUTING');
    const silent = sessionRun(
      { EXECUTING: EXECUTING() },
      { mode: 'connection' },
      { AWAITING_CONFIRMATION: 1 },
    );
    await silent.go();
    await through(silent);
    expect(silent.edges()).toContain('AWAITING_CONFIRMATION TIMEOUT EXECUTING');
  });

  it('of the checks is asked in the same way', async () => {
    const check = call(2, { step: 'verification', by: 'plan' });
    const VERIFYING = once(
      () => asks(check),
      once(
        () => result(check),
        () => ({ type: 'verified', ...because('green'), isChecked: true }),
      ),
    );
    const run = await through(sessionRun({ VERIFYING }), ({ answer }) => answer('yes'));
    expect(run.edges()).toContain('VERIFYING TOOL_CALL_REQUEST AWAITING_CONFIRMATION');
    expect(run.edges()).toContain('EXECUTING step_completed VERIFYING');
  });

  it('needs nobody once a policy that is given later answers it', async () => {
    const run = sessionRun({ EXECUTING: once(() => asks(call(1)), rest) });
    await run.go();
    expect(await run.go({ approvals: ['exec'] })).toMatchObject({ kind: 'finished', ending: { exit: 0 } });
    expect(run.gates()).toMatchObject([{ answer: 'yes', answered_by: 'approval policy' }]);
  });
});

describe('a failure', () => {
  const failing: Script = {
    EXECUTING: (ctx) => {
      const [next] = ctx.pending;
      const error = { code: 'E_IO' as const, message: 'gone', next: 'again', trace_id: 't' };
      if (next) return result(next, { status: 'failed', error });
      return {
        type: 'TOOL_CALL_REQUEST',
        ...because('planned'),
        calls: [call(ctx.calls.length + 1, { by: 'plan' })],
        confirmation: null,
      };
    },
  };

  it('of a planned call is recovered from at most three times a step, then told', async () => {
    const run = await through(sessionRun(failing));
    expect(run.edges().filter((edge) => edge === 'RECOVERING repairable EXECUTING')).toHaveLength(3);
    expect(run.edges()).toContain('RECOVERING repairable SUMMARIZING');
    expect(await run.go()).toMatchObject({ ending: { status: 'BLOCKED' } });
  });

  it('of a step, and of checks that the plan requires, is recovered from; of others it is told', async () => {
    const stepFails = once(events.stepFailed, rest);
    await through(sessionRun({ EXECUTING: stepFails }));
    const green = () => ({ type: 'verified', ...because('green'), isChecked: true }) as const;
    const mended = await through(sessionRun({ VERIFYING: once(events.verifyFailed, green) }));
    expect(mended.edges()).toContain('VERIFYING verify_failed RECOVERING');
    expect(await mended.go()).toMatchObject({ ending: { status: 'DONE' } });
    const lax = () =>
      ({ type: 'planned', ...because('lax'), plan: plan([step('one')], false), held: null }) as const;
    const told = await through(sessionRun({ PLANNING: lax, VERIFYING: events.verifyFailed }));
    expect(told.edges()).toContain('VERIFYING verify_failed SUMMARIZING');
  });

  it('for which there is no other way ends the turn', async () => {
    const run = await through(
      sessionRun({ VERIFYING: events.verifyFailed, RECOVERING: events.unrepairable }),
    );
    expect(await run.go()).toMatchObject({ ending: { status: 'BLOCKED', reason: 'no way' } });
  });
});

describe('undo', () => {
  it('after the turn takes back what the calls changed, and is a turn of its own', async () => {
    const run = await through(sessionRun(), ({ tell }) => tell('undo', { call: null }));
    expect(run.edges().slice(-4)).toEqual([
      'IDLE undo_requested EXECUTING',
      'EXECUTING undone SUMMARIZING',
      'SUMMARIZING summarized DONE',
      'DONE reported IDLE',
    ]);
    expect(run.context().calls).toMatchObject([{ status: 'undone' }]);
  });

  /** A session that hears an undo while its second visit of a state is under way, or waits. */
  const undoneIn = async (script: Script, header: Record<string, unknown> = {}): Promise<Run> => {
    let tell = (): void => undefined;
    const said = Object.fromEntries(
      Object.entries(script).map(([state, scripted]) => [
        state,
        (ctx, io) => {
          if (ctx.calls.some(({ n, status }) => n === 1 && status === 'ok')) tell();
          return scripted?.(ctx, io) ?? Promise.reject(new Error('no script'));
        },
      ]),
    ) as Script;
    const run = sessionRun(said, header);
    tell = () => {
      run.tell('undo', { call: 1 });
      tell = () => undefined;
    };
    return through(run);
  };
  const END = ['EXECUTING undone SUMMARIZING', 'SUMMARIZING summarized DONE', 'DONE reported IDLE'];

  it('in the middle of a turn lets the call end that is made, and breaks off the rest', async () => {
    const two = once(
      () => ({ ...asks(call(1)), calls: [call(1), call(2), call(3)], confirmation: null }),
      (ctx) => (ctx.undo === null ? rest(ctx) : events.undone()),
    );
    const run = await undoneIn({ EXECUTING: two });
    expect(run.edges().slice(-5)).toEqual([
      'EXECUTING TOOL_CALL_RESULT EXECUTING',
      'EXECUTING undo_requested EXECUTING',
      ...END,
    ]);
    expect(run.context().calls).toMatchObject([{ status: 'undone' }, { status: 'undone' }]);
    expect(await run.go()).toMatchObject({ ending: { status: 'BLOCKED', exit: 1 } });
  });

  it('does not wait for an agent that thinks of its next call', async () => {
    const thinking = once(
      () => ({ ...asks(call(1)), confirmation: null }),
      (ctx, io) => (ctx.undo !== null ? events.undone() : ctx.pending[0] ? rest(ctx) : forever(ctx, io)),
    );
    const run = await undoneIn({ EXECUTING: thinking });
    expect(run.edges().slice(-4)).toEqual(['EXECUTING undo_requested EXECUTING', ...END]);
  });

  it('goes before the checks, another way and the summary, once what is under way has ended', async () => {
    for (const [state, script] of [
      ['VERIFYING', { VERIFYING: () => result(call(2, { step: 'verification' })) }],
      ['RECOVERING', { VERIFYING: events.verifyFailed, RECOVERING: forever }],
    ] as const) {
      const run = await undoneIn(script);
      expect(run.edges()).toContain(`${state} undo_requested EXECUTING`);
      expect(run.edges().slice(-3)).toEqual(END);
    }
  });

  /** Asks a person within the summary, as for the branch; what it is asked after that is undone. */
  const offering: Script = {
    SUMMARIZING: async (ctx, io) => {
      const isUndone = ctx.calls.some(({ status }) => status === 'undone');
      if (!isUndone)
        await io.ask({ kind: 'publish', question: 'Publish?', subject: 'a branch', binding: 'b' });
      const summary = { text: 'told', model: null, files_changed: [], rollback: '' };
      return {
        type: 'summarized',
        ...because('told'),
        ...{ summary: { ...summary, verification: 'none', blocked: null, manual_steps: [] }, branch: null },
      };
    },
  };

  it('goes before the offer of a branch that nobody has answered', async () => {
    const run = await through(sessionRun(offering), ({ tell }) => tell('undo', { call: null }));
    expect(run.edges().slice(-4)).toEqual(['SUMMARIZING undo_requested EXECUTING', ...END]);
  });

  it('lets what a crash has cut off come to its end first', async () => {
    const run = sessionRun(offering);
    await run.go();
    run.read((journal) => {
      const seq = value(journal.snapshot()).seq;
      const main = journal.node('main');
      main.intend({ id: main.idOf(seq, 'publish'), kind: 'publish', seq, intent: {}, at: 0 });
      main.mark(main.idOf(seq, 'publish'), 'STARTED');
    });
    run.tell('undo', { call: null });
    expect(await run.go()).toMatchObject({ kind: 'waiting' });
    run.answer('yes');
    await through(run);
    expect(run.edges()).not.toContain('SUMMARIZING undo_requested EXECUTING');
    expect(run.edges()).toContain('IDLE undo_requested EXECUTING');
  });

  it('at a question of the session breaks that off', async () => {
    const EXECUTING = once(
      () => ({ ...asks(call(1)), confirmation: null }),
      once(
        rest,
        once(
          () => asks(call(2)),
          (ctx) => (ctx.undo === null ? rest(ctx) : events.undone()),
        ),
      ),
    );
    const run = await through(sessionRun({ EXECUTING }), ({ tell }) => tell('undo', { call: null }));
    expect(run.edges().slice(-4)).toEqual(['AWAITING_CONFIRMATION undo_requested EXECUTING', ...END]);
    expect(run.context().calls).toMatchObject([{ status: 'undone' }, { n: 2, status: 'denied' }]);
  });

  it('lets a connection go on, with the call that waits', async () => {
    const EXECUTING = once(
      () => ({ ...asks(call(1, { by: 'client' })), confirmation: null }),
      once(
        rest,
        once(
          () => asks(call(2, { by: 'client' })),
          (ctx) => (ctx.undo === null ? rest(ctx) : events.undone()),
        ),
      ),
    );
    const run = await through(sessionRun({ EXECUTING }, { mode: 'connection' }), ({ tell }) =>
      tell('undo', { call: null }),
    );
    expect(run.edges()).toContain('EXECUTING undone EXECUTING');
    expect(run.context().calls).toMatchObject([{ status: 'undone' }, { n: 2, status: 'ok' }]);
  });

  it('loses no call of a client that comes with it', async () => {
    const made = (ctx: SessionContext): number => ctx.calls.length;
    const next = (n: number) => ({ ...asks(call(n, { by: 'client' })), confirmation: null });
    const run: Run = sessionRun(
      {
        EXECUTING: async (ctx, io) => {
          if (ctx.undo !== null) return events.undone();
          if (ctx.pending[0]) return rest(ctx);
          if (made(ctx) === 0) return next(1);
          if (made(ctx) === 2) return { type: 'CANCEL', ...because('the client is gone') };
          const coming = io.receive();
          if (ctx.calls[0]?.status === 'ok') {
            run.tell('call', {});
            run.tell('undo', { call: null });
          }
          await coming;
          return next(2);
        },
      },
      { mode: 'connection' },
    );
    await through(run);
    expect(run.context().calls).toMatchObject([{ status: 'undone' }, { n: 2, status: 'ok' }]);
  });

  it('as a message of its own is the same, and says so where there is nothing', async () => {
    const said = once(() => ({ type: 'understood', ...because('clear'), constraints: [] }), events.undo);
    const run = await through(sessionRun({ INTAKE: said }), ({ tell }) => tell('message', { text: 'undo' }));
    expect(run.edges()).toContain('INTAKE undo_requested EXECUTING');
    const none = await through(sessionRun({ INTAKE: events.undo }));
    expect(none.edges()).toContain('INTAKE undo_requested SUMMARIZING');
  });
});

/** States with an effect, and what brings a session into each that the usual path does not meet. */
const WORKING = [
  'INTAKE',
  'CONTEXT_BUILDING',
  'PLANNING',
  'EXECUTING',
  'VERIFYING',
  'RECOVERING',
  'SUMMARIZING',
  'DONE',
];
const INTO: Record<string, Script> = { RECOVERING: { VERIFYING: events.verifyFailed } };

describe('in every working state', () => {
  it.each(WORKING)('%s: what its effect throws, and its time limit, lead to an honest end', async (state) => {
    const throws = await through(
      sessionRun({ ...INTO[state], [state]: () => Promise.reject(new Error('a bug')) }),
    );
    expect(throws.edges().some((edge) => edge.startsWith(`${state} exception`))).toBe(true);
    const hangs = sessionRun({ ...INTO[state], [state]: once(forever, rest) }, {}, { [state]: 1 });
    await through(hangs);
    expect(hangs.edges().some((edge) => edge.startsWith(`${state} TIMEOUT`))).toBe(true);
    expect([throws.state(), hangs.state()]).toEqual(['IDLE', 'IDLE']);
  });

  it.each(WORKING.filter((state) => state !== 'DONE'))(
    '%s: a cancel ends the turn as cancelled',
    async (state) => {
      let isThere: () => void = () => undefined;
      const there = new Promise<void>((resolve) => {
        isThere = resolve;
      });
      const hang: Script[string] = (ctx, io) => {
        isThere();
        return forever(ctx, io);
      };
      const run = sessionRun({ ...INTO[state], [state]: once(hang, undefined) });
      const handle = await run.start();
      await there;
      handle.abort('enough');
      expect(await handle.end).toMatchObject({ kind: 'finished', ending: { status: 'CANCELLED', exit: 3 } });
      for (const edge of run.edges()) reached.add(edge);
      expect(run.edges().some((edge) => edge.startsWith(`${state} CANCEL`))).toBe(true);
    },
  );

  it('and in those that wait: a cancel, too', async () => {
    for (const script of [{ INTAKE: events.clarify }, { PLANNING: events.heldPlan }]) {
      const run = sessionRun(script);
      await run.go();
      await through(run, ({ tell }) => tell('cancel', { reason: 'enough' }));
      expect(await run.go()).toMatchObject({ ending: { status: 'CANCELLED' } });
    }
  });
});

/** Until the state is left. */
const forever: NonNullable<Script[string]> = (_, io) =>
  new Promise((_resolve, reject) => {
    io.signal.addEventListener('abort', () => reject(new Error('left')), { once: true });
  });

afterAll(() => {
  const all = compile(session).rows.map(({ from, on, to }) => `${from} ${on} ${to}`);
  // a state that waits throws nothing: it has no effect
  const possible = all.filter((edge) => !/^(CLARIFYING|AWAITING_CONFIRMATION) exception /.test(edge));
  expect([...new Set(possible)].filter((edge) => !reached.has(edge))).toEqual([]);
});
