import { expect, it } from 'vitest';
import { bindingOf } from '../../../electron/engine/binding.js';
import { value } from '../../fixtures/firmware-run.js';
import { asks, call, events, result, type Script, sessionRun } from '../../fixtures/session-run.js';

/** Asks as a prompt by hand does, in the middle of the state's work, and goes on with `then` once that is answered. */
const byHand =
  (then: NonNullable<Script[string]>): NonNullable<Script[string]> =>
  async (ctx, io) => {
    const choices = ['replied', 'refused'];
    await io.ask({
      kind: 'prompt-1',
      question: 'Who?',
      subject: 'a prompt',
      binding: bindingOf(['p']),
      choices,
    });
    return then(ctx, io);
  };

type Run = ReturnType<typeof sessionRun>;
const unheard = (run: Run) =>
  run.read((journal) => value(journal.messages()).filter(({ consumed }) => consumed === null));

it('a reply to a prompt answers no later question of the session', async () => {
  const run = sessionRun({ INTAKE: byHand(events.clarify) });
  expect(await run.go()).toMatchObject({ kind: 'waiting', gate: 'main.1.prompt-1' });
  run.answer('replied');
  expect(await run.go()).toMatchObject({ kind: 'waiting', gate: 'main.2.clarify' });
  expect([run.state(), unheard(run)]).toEqual(['CLARIFYING', []]);
  run.answer('answered', 'the left one');
  await run.go();
  expect(run.context()).toMatchObject({ answer: 'the left one' });
});

it('nor does one that nothing asked for again after it came, and it is used up with its state', async () => {
  let visits = 0;
  const EXECUTING: Script[string] = async (ctx, io) => {
    visits += 1;
    if (visits === 1) return byHand(() => asks(call(1)))(ctx, io);
    // another one works by now: it has no use for what was asked
    return visits === 2 ? asks(call(1)) : result(call(1));
  };
  const run = sessionRun({ EXECUTING });
  expect(await run.go()).toMatchObject({ kind: 'waiting', gate: 'main.4.prompt-1' });
  run.answer('yes');
  expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.call.1' });
  expect([run.state(), unheard(run)]).toEqual(['AWAITING_CONFIRMATION', []]);
});

it('a message that is no answer to what is asked is not taken for one, though it lies there', async () => {
  const run = sessionRun({ PLANNING: events.heldPlan });
  expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.call.1' });
  run.tell('answer', { gate: 'main.1.prompt-1', choice: 'yes', text: null });
  // the gate itself has no answer: what names it was said before it was put again
  run.tell('answer', { gate: 'main.call.1', choice: 'yes', text: null });
  expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.call.1' });
  run.answer('no');
  await run.go();
  expect(run.edges()).toContain('AWAITING_CONFIRMATION CONFIRM SUMMARIZING');
});
