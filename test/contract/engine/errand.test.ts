import { describe, expect, it } from 'vitest';
import { errandRun, until } from '../../fixtures/errand-run.js';
import { value } from '../../fixtures/firmware-run.js';

const REST = 'errand-1-main-3-rest';

describe('a run of several machines', () => {
  it('waits for a person, works with children, listens, dispatches a run, and ends', async () => {
    const run = errandRun();
    expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.0.go' });
    run.answer('go');
    run.tell('note', 'do not forget the milk');
    expect(await run.go()).toMatchObject({
      kind: 'finished',
      ending: { status: 'DONE', exit: 0 },
      report: { machine: 'errand', outcome: 'DONE' },
    });

    expect(run.edges()[0]).toBe('main ASK go FAN_OUT');
    expect(new Set(run.edges().slice(1, 4))).toEqual(
      new Set([
        'main.1.step0 WORK done DONE',
        'main.1.step1 WORK failed FAILED',
        'main.1.step2 WORK done DONE',
      ]),
    );
    expect(run.edges().slice(4)).toEqual([
      'main FAN_OUT stepped LISTEN',
      'main LISTEN noted HAND_ON',
      'main HAND_ON handed DONE',
    ]);
    run.read((journal) => {
      const { context } = value(journal.snapshot());
      expect(context).toMatchObject({
        steps: ['DONE', 'FAILED', 'DONE'],
        heard: ['do not forget the milk'],
        run: REST,
      });
      expect(
        value(journal.nodes()).map(({ path, machine, parentSeq }) => [path, machine, parentSeq]),
      ).toEqual(['step0', 'step1', 'step2'].map((kind) => [`main.1.${kind}`, 'step', 1]));
      expect(value(journal.messages()).map(({ type, consumed }) => [type, consumed])).toEqual([
        ['answer', 1],
        ['note', 3],
      ]);
      expect(journal.pending()).toEqual([]);
      for (const id of ['main.1.step0', 'main.1.step1', 'main.1.step2', 'main.3.write', 'main.3.rest'])
        expect(value(journal.operation(id))?.status, id).toBe('OBSERVED');
      expect(value(journal.node('main.1.step1').snapshot())).toMatchObject({ seq: 1, state: 'FAILED' });
    });
    expect(run.edges(REST)).toEqual(['main WORK done DONE']);
    run.read((journal) => {
      expect(value(journal.header()).parent).toEqual({ run: 'errand-1', operation: 'main.3.rest' });
    }, REST);
    expect(run.world.written.sort()).toEqual([
      'errand-1-main-3-rest.main.0.write',
      'errand-1.main.1.step0.0.write',
      'errand-1.main.1.step2.0.write',
      'errand-1.main.3.write',
    ]);
  });

  it('takes a follow-up after its end, and asks anew', async () => {
    const run = errandRun({ deeds: [], dispatches: false });
    await run.go();
    run.answer('go');
    run.tell('note', 'first');
    expect(await run.go()).toMatchObject({ ending: { status: 'DONE' } });
    expect(await run.go()).toMatchObject({ ending: { status: 'DONE' } });
    run.tell('follow_up', 'and bread');
    expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.5.go' });
    run.answer('stop');
    expect(await run.go()).toMatchObject({ ending: { status: 'STOPPED', exit: 3, reason: 'answered stop' } });
  });

  it('tells each transition with its node', async () => {
    const run = errandRun({ deeds: ['write'], dispatches: false });
    await run.go();
    run.answer('go');
    run.tell('note', 'n');
    await run.go();
    const transitions = run.events.flatMap((event) => (event.type === 'transition' ? [event] : []));
    expect(transitions.map(({ node, machine, seq }) => [node, machine, seq])).toEqual([
      ['main', 'errand', 1],
      ['main.1.step0', 'step', 1],
      ['main', 'errand', 2],
      ['main', 'errand', 3],
      ['main', 'errand', 4],
    ]);
  });
});

describe('a state that waits for a person', () => {
  it('has a limit of its own, which counts while nobody drives the run', async () => {
    let now = 1_000_000;
    const run = errandRun({ patience: 5000 }, () => now);
    expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.0.go' });
    now += 4000;
    expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.0.go' });
    now += 1000;
    expect(await run.go()).toMatchObject({ ending: { status: 'FAILED', exit: 1 } });
    expect(run.edges()).toEqual(['main ASK late FAILED']);
  });

  it('is left by an abort', async () => {
    const run = errandRun();
    const handle = await run.start({ attended: true });
    handle.abort('enough');
    expect(await handle.end).toMatchObject({ ending: { status: 'STOPPED', reason: 'enough' } });
  });

  it('takes the answer of another process while it is driven', async () => {
    const run = errandRun({ deeds: [], dispatches: false });
    const handle = await run.start({ attended: true });
    await until(() => run.events.some(({ type }) => type === 'gate'));
    run.answer('stop');
    expect(await handle.end).toMatchObject({ ending: { status: 'STOPPED' } });
  });
});

describe('a message', () => {
  it('that the state takes cuts its work short, and its children with it', async () => {
    const run = errandRun({ deeds: ['hang'] });
    run.tell('message', 'too early: it is kept');
    await run.go();
    run.answer('go');
    const handle = await run.start({ attended: true });
    await until(() => run.edges().filter((edge) => edge === 'main FAN_OUT told FAN_OUT').length === 1);
    await until(() => run.read((journal) => value(journal.nodes())).length > 0);
    run.tell('message', 'come back');
    await until(
      () =>
        run.edges().includes('main FAN_OUT told FAN_OUT') &&
        run.edges().filter((e) => e === 'main FAN_OUT told FAN_OUT').length === 2,
    );
    await until(() => run.read((journal) => value(journal.nodes())).length > 1);
    expect(run.edges()).toContain('main.2.step0 WORK cancel STOPPED');
    handle.abort('that is all');
    expect(await handle.end).toMatchObject({ ending: { status: 'STOPPED', reason: 'that is all' } });
    run.read((journal) => {
      expect(value(journal.snapshot()).context).toMatchObject({
        heard: ['too early: it is kept', 'come back'],
      });
      expect(value(journal.node('main.3.step0').snapshot())).toMatchObject({ state: 'STOPPED' });
    });
  });
});

describe('an abort of the parent', () => {
  it('ends the children first: one has written, one has failed, one is cut off', async () => {
    const run = errandRun({ deeds: ['write', 'fail', 'hang'] });
    await run.go();
    run.answer('go');
    const handle = await run.start({ attended: true });
    await until(() => run.edges().filter((edge) => edge.includes(' WORK ')).length === 2);
    handle.abort('enough');
    expect(await handle.end).toMatchObject({ kind: 'finished', ending: { status: 'STOPPED' } });
    expect(run.edges().slice(-2)).toEqual([
      'main.1.step2 WORK cancel STOPPED',
      'main FAN_OUT cancel STOPPED',
    ]);
    run.read((journal) => {
      expect(value(journal.nodes()).map(({ isCut }) => isCut)).toEqual([false, false, false]);
      expect(journal.pending()).toEqual([]);
    });
  });

  it('is asked for by another process through the inbox', async () => {
    const run = errandRun({ deeds: ['hang'] });
    await run.go();
    run.answer('go');
    const handle = await run.start({ attended: true });
    await until(() => run.read((journal) => value(journal.nodes())).length === 1);
    run.read((journal) =>
      journal.tell({
        ...{ node: 'main', type: 'cancel', payload: { reason: 'from there' } },
        ...{ by: 'operator', channel: 'command line', at: 1 },
      }),
    );
    expect(await handle.end).toMatchObject({ ending: { status: 'STOPPED', reason: 'from there' } });
    expect(run.edges()).toContain('main.1.step0 WORK cancel STOPPED');
  });
});

describe('an abort that was written while nobody drove the run', () => {
  const aborted = async (rest: 'ask' | 'hang') => {
    const run = errandRun({ deeds: [], rest });
    await run.go();
    run.answer('go');
    run.tell('note', 'n');
    return run;
  };
  const cancel = {
    ...{ node: 'main', type: 'cancel', payload: { reason: 'not wanted any more' } },
    ...{ by: 'operator', channel: 'command line', at: 1 },
  };

  it('reaches the run that this state has dispatched, and waits for its end', async () => {
    const run = await aborted('ask');
    expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.0.may' });
    run.read((journal) => journal.tell(cancel));
    const end = await run.go();
    expect(end).toMatchObject({ ending: { status: 'STOPPED', reason: 'not wanted any more' } });
    expect(run.edges(REST)).toEqual(['main WORK cancel STOPPED']);
    expect(end).toMatchObject({ report: { children: [{ run: REST, final_status: 'ABORTED' }] } });
    run.read((journal) => expect(journal.pending()).toEqual([]), REST);
  });

  it('ends a state whose run was never begun, and begins none', async () => {
    const run = await aborted('hang');
    const crash = (name: string): void => {
      if (name === 'after started main.3.rest') throw new Error('crash');
    };
    await expect(run.go({}, crash)).rejects.toThrow('crash');
    run.read((journal) => journal.tell(cancel));
    expect(await run.go()).toMatchObject({ ending: { status: 'STOPPED' } });
    expect(() => run.edges(REST)).toThrow();
  });
});

describe('a child that asks where nobody is there', () => {
  it('suspends the run once its siblings are done; its answer lets both go on', async () => {
    const run = errandRun({ deeds: ['ask', 'write'], dispatches: false });
    await run.go();
    run.answer('go');
    run.tell('note', 'n');
    expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.1.step0.0.may' });
    expect(run.edges()).toEqual(['main ASK go FAN_OUT', 'main.1.step1 WORK done DONE']);
    expect(await run.go()).toEqual({ kind: 'waiting', gate: 'main.1.step0.0.may' });
    run.answer('yes');
    expect(await run.go()).toMatchObject({ ending: { status: 'DONE' } });
    expect(run.world.written.filter((mark) => mark.includes('step1'))).toHaveLength(1);
  });
});
