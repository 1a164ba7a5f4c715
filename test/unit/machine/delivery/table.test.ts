import { describe, expect, it } from 'vitest';
import { compile } from '../../../../electron/machine/compile.js';
import { expandRows } from '../../../../electron/machine/define.js';
import { firstDeliveryContext } from '../../../../electron/machine/delivery/context.js';
import { whyNotDeployed } from '../../../../electron/machine/delivery/guards.js';
import { DELIVERY_STATES } from '../../../../electron/machine/delivery/states.js';
import { delivery } from '../../../../electron/machine/delivery/table.js';
import { CAPS, DELIVERY_OUTCOMES } from '../../../../shared/delivery.js';

/** The seed's matrix (004): from, what leads on, to. */
const MATRIX = [
  ['IDLE', 'DEVELOPING'],
  ['DEVELOPING', 'REVIEWING'],
  ['REVIEWING', 'DEVELOPING'],
  ['REVIEWING', 'LINTING'],
  ['LINTING', 'DEVELOPING'],
  ['LINTING', 'TESTING'],
  ['TESTING', 'DEVELOPING'],
  ['TESTING', 'COMMITTING'],
  ['COMMITTING', 'DEPLOYING'],
  ['COMMITTING', 'DONE'],
  ['DEPLOYING', 'DONE'],
];
/** "无测试时 LINTING 通过", the forced moves of the caps, and a state that is tried again. */
const BESIDES = [
  ['LINTING', 'COMMITTING'],
  ['LINTING', 'DONE'],
  ['TESTING', 'DONE'],
  ['TESTING', 'TESTING'],
  ['COMMITTING', 'COMMITTING'],
  ['DEPLOYING', 'DEPLOYING'],
];

const ORIGINS = Object.keys(DELIVERY_STATES).filter((state) => state !== 'REFINING');
const nowhere = firstDeliveryContext({
  ...{ run: 'r', goal: 'g', of: 'x', is_work_done: true, has_tests: true, targets: [], pushes: [] },
});
const committed = { commit: 'c'.repeat(40), tree: 't', branch: 'b', message: 'm', notes: [] };

describe('the table of a delivery', () => {
  it('has the eight states of the seed in its order, then the one for messages', () => {
    expect(Object.keys(DELIVERY_STATES)).toEqual([
      ...['IDLE', 'DEVELOPING', 'REVIEWING', 'LINTING', 'TESTING', 'COMMITTING', 'DEPLOYING', 'DONE'],
      'REFINING',
    ]);
  });

  it('leads only where the matrix and the caps of the seed lead', () => {
    const apart = new Set(['REFINING', '*']);
    const edges = delivery.rows
      .filter(({ from, to }) => !apart.has(from) && !apart.has(to))
      .map(({ from, to }) => `${from} ${to}`);
    expect([...new Set(edges)].sort()).toEqual([...MATRIX, ...BESIDES].map((pair) => pair.join(' ')).sort());
  });

  it('hears a message in every state, and has one row back to each', () => {
    const from = (on: string) => delivery.rows.filter((row) => row.on === on);
    expect(
      from('user_message')
        .map((row) => row.from)
        .sort(),
    ).toEqual([...ORIGINS, 'REFINING'].sort());
    expect(from('user_message').every(({ to }) => to === 'REFINING')).toBe(true);
    expect(from('stay').map(({ to }) => to)).toEqual(ORIGINS);
  });

  it('gives up from every state at once, but for boards that have to be put back first', () => {
    const all = expandRows(delivery).filter(({ on }) => on === 'cancel');
    const cancels = all.filter(({ to }) => to === 'DONE');
    const [first, ...others] = all.filter(({ to }) => to !== 'DONE');
    expect([first, others]).toEqual([
      expect.objectContaining({ from: 'DEPLOYING', when: 'isUnderWay', to: 'DEPLOYING' }),
      [],
    ]);
    expect(cancels.map(({ from }) => from)).toEqual(
      Object.entries(DELIVERY_STATES).flatMap(([state, kind]) => (kind === 'working' ? [state] : [])),
    );
  });

  it('compiles to edges that are exactly its rows', () => {
    const { robot } = compile(delivery);
    const edges = Object.entries(robot.states).flatMap(([from, { transitions }]) =>
      [...transitions].flatMap(([on, all]) =>
        (all as { to: string }[]).map(({ to }) => `${from} ${on} ${to}`),
      ),
    );
    expect(edges.sort()).toEqual(
      expandRows(delivery)
        .map(({ from, on, to }) => `${from} ${on} ${to}`)
        .sort(),
    );
  });

  it('has the caps of the seed', () => {
    expect(CAPS).toEqual({ review: 5, lint: 3, test: 3, commit: 2, deploy: 2 });
  });

  it('reaches its goal with a commit or a deployment, is given up with a cancel, and fails with all else', () => {
    const exits = DELIVERY_OUTCOMES.map((outcome) => [
      outcome,
      delivery.ended('DONE', { ...nowhere, outcome, reason: 'r' })?.exit,
    ]);
    expect(exits.filter(([, exit]) => exit === 0).map(([outcome]) => outcome)).toEqual([
      'committed',
      'deployed',
    ]);
    expect(exits.filter(([, exit]) => exit === 3).map(([outcome]) => outcome)).toEqual(['canceled']);
    expect(exits.every(([, exit]) => exit !== undefined)).toBe(true);
    expect(delivery.ended('TESTING', nowhere)).toBeNull();
  });

  it('ends where it was begun without work, and only there', () => {
    expect(delivery.ended('IDLE', nowhere)).toBeNull();
    expect(delivery.ended('IDLE', { ...nowhere, is_work_done: false })).toMatchObject({
      status: 'nothing_to_do',
    });
  });
});

describe('whether something may be deployed', () => {
  const ready = { ...nowhere, committed, tree: 't', targets: ['board'] };

  it('needs a commit of exactly this work, a board, and a review without open issues', () => {
    expect(whyNotDeployed(ready)).toBeNull();
    for (const lacks of [{ committed: null }, { tree: 'other' }, { targets: [] }, { deploy_blocked: 'open' }])
      expect(whyNotDeployed({ ...ready, ...lacks })).not.toBeNull();
  });
});
