import { describe, expect, it } from 'vitest';
import { compile } from '../../../../electron/machine/compile.js';
import { firstCoordinatorContext } from '../../../../electron/machine/coordinator/context.js';
import { COORDINATOR_STATES } from '../../../../electron/machine/coordinator/states.js';
import { coordinator, TASK_RECEIVED } from '../../../../electron/machine/coordinator/table.js';
import { expandRows } from '../../../../electron/machine/define.js';
import { ROUNDTABLE_OUTCOMES } from '../../../../shared/roundtable.js';
import { contextOf } from '../../../fixtures/firmware-run.js';

/** The rows of the seed (§2), in its order. */
const SEED = [
  [null, 'task_received', 'intake'],
  ['finalize', 'task_followup_received', 'intake'],
  ['intake', 'draft_proposal', 'plan'],
  ['plan', 'roundtable_reviewer', 'review'],
  ['review', 'roundtable_tester', 'test'],
  ['test', 'await_operator_confirm', 'finalize'],
  ['intake', 'implementation_confirmed', 'plan'],
  ['plan', 'start_coder', 'build'],
  ['build', 'start_reviewer', 'review'],
  ['review', 'review_schema_invalid', 'finalize'],
  ['review', 'review_changes_requested', 'iterate'],
  ['review', 'review_approved', 'test'],
  ['test', 'tester_schema_invalid', 'iterate'],
  ['test', 'tester_command_blocked', 'finalize'],
  ['test', 'tests_failed', 'iterate'],
  ['test', 'repeated_test_failure', 'finalize'],
  ['test', 'tests_passed', 'finalize'],
  ['iterate', 'start_coder', 'build'],
  ['*', 'aborted_by_operator', 'finalize'],
  ['*', 'max_iterations_reached', 'finalize'],
];
const ADDED = [
  ['test', 'discussion_complete', 'finalize'],
  ...['network_error', 'timeout', 'auth_error', 'not_found', 'permission_denied'].map((end) => [
    '*',
    `provider_${end}`,
    'finalize',
  ]),
  ['*', 'TIMEOUT', 'finalize'],
  ['*', 'exception', 'finalize'],
];

const plain = ({ from, on, to }: { from: string | null; on: string; to: string }) => [from, on, to];
const nowhere = firstCoordinatorContext({
  ...{ run: 'r', goal: 'g', mode: 'proposal', known: contextOf(), first: null, next: [], maxRounds: 5 },
});

describe('the table of the roundtable', () => {
  it('has the seven states of the seed in its order, and only its end ends', () => {
    expect(Object.keys(COORDINATOR_STATES)).toEqual([
      'intake',
      'plan',
      'build',
      'review',
      'test',
      'iterate',
      'finalize',
    ]);
    const ends = Object.entries(COORDINATOR_STATES).filter(([, kind]) => kind === 'terminal');
    expect(ends).toEqual([['finalize', 'terminal']]);
  });

  it('has the twenty rows of the seed in its order, then what was added', () => {
    expect([TASK_RECEIVED, ...coordinator.rows].map(plain)).toEqual([...SEED, ...ADDED]);
    expect(coordinator.initial).toBe(TASK_RECEIVED.to);
  });

  it('compiles to edges that are exactly its rows', () => {
    const { robot } = compile(coordinator);
    const edges = Object.entries(robot.states).flatMap(([from, { transitions }]) =>
      [...transitions].flatMap(([on, all]) =>
        (all as { to: string }[]).map(({ to }) => `${from} ${on} ${to}`),
      ),
    );
    expect(edges.sort()).toEqual(
      expandRows(coordinator)
        .map(({ from, on, to }) => `${from} ${on} ${to}`)
        .sort(),
    );
  });

  it('names an exit code for every outcome: reached, given up, or not reached', () => {
    const exits = ROUNDTABLE_OUTCOMES.map((outcome) => [
      outcome,
      coordinator.ended('finalize', { ...nowhere, outcome, reason: 'r' })?.exit,
    ]);
    const [zero, three] = [0, 3].map((code) =>
      exits.filter(([, exit]) => exit === code).map(([outcome]) => outcome),
    );
    expect(zero).toEqual(['await_operator_confirm', 'approved', 'discussion_complete']);
    expect(three).toEqual(['canceled']);
    expect(exits.every(([, exit]) => exit !== undefined)).toBe(true);
    expect(coordinator.ended('review', nowhere)).toBeNull();
  });
});
