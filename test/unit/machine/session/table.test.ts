import { describe, expect, it } from 'vitest';
import { compile } from '../../../../electron/machine/compile.js';
import { SESSION_STATES } from '../../../../electron/machine/session/states.js';
import { session } from '../../../../electron/machine/session/table.js';

/** The seed's transitions (003 §2.3), and the recoveries and answers that design §3 rules. */
const SEED = `
  IDLE → INTAKE
  INTAKE → CLARIFYING
  INTAKE → CONTEXT_BUILDING
  CLARIFYING → CONTEXT_BUILDING
  CONTEXT_BUILDING → PLANNING
  PLANNING → AWAITING_CONFIRMATION
  PLANNING → EXECUTING
  EXECUTING → AWAITING_CONFIRMATION
  AWAITING_CONFIRMATION → EXECUTING
  AWAITING_CONFIRMATION → SUMMARIZING
  EXECUTING → RECOVERING
  EXECUTING → VERIFYING
  VERIFYING → SUMMARIZING
  VERIFYING → RECOVERING
  RECOVERING → EXECUTING
  RECOVERING → SUMMARIZING
  SUMMARIZING → DONE
  DONE → IDLE
`;

/** Edges that the seed does not name, and why they are there. */
const RULED: Record<string, string> = {
  'IDLE → EXECUTING': 'undo is carried out like a call',
  'INTAKE → EXECUTING': 'undo, said as a message',
  'INTAKE → SUMMARIZING': 'a refused request, a cancel, a time limit',
  'CLARIFYING → SUMMARIZING': 'CANCEL',
  'CONTEXT_BUILDING → SUMMARIZING': 'no clone can be made; CANCEL',
  'PLANNING → SUMMARIZING': 'no plan, or nothing to do; CANCEL',
  'EXECUTING → EXECUTING': 'the next call, the next step',
  'EXECUTING → SUMMARIZING': 'CANCEL, and the end of an undo',
  'VERIFYING → EXECUTING': 'undo, before the checks are over',
  'SUMMARIZING → EXECUTING': 'undo, before the work is offered',
  'VERIFYING → VERIFYING': 'each check is a call',
  'VERIFYING → AWAITING_CONFIRMATION': 'a check that needs a person',
};

const edge = ({ from, to }: { from: string; to: string }): string => `${from} → ${to}`;

describe('the table of the session', () => {
  it('has the states of the seed, in its order', () => {
    expect(Object.keys(SESSION_STATES).join(' ')).toBe(
      'IDLE INTAKE CLARIFYING CONTEXT_BUILDING PLANNING EXECUTING VERIFYING SUMMARIZING AWAITING_CONFIRMATION RECOVERING DONE',
    );
  });

  it('draws every edge of the seed, and no other without a reason', () => {
    const seed = SEED.trim()
      .split('\n')
      .map((line) => line.trim());
    const drawn = new Set(compile(session).rows.map(edge));
    expect(seed.filter((one) => !drawn.has(one))).toEqual([]);
    expect([...drawn].filter((one) => !seed.includes(one) && !(one in RULED))).toEqual([]);
    expect(Object.keys(RULED).filter((one) => !drawn.has(one))).toEqual([]);
  });

  it('has in robot3 exactly the edges of its rows', () => {
    const { robot, rows } = compile(session);
    const states = (
      robot as unknown as { states: Record<string, { transitions: Map<string, { to: string }[]> }> }
    ).states;
    const edges = Object.entries(states).flatMap(([from, { transitions }]) =>
      [...transitions].flatMap(([on, all]) => all.map(({ to }) => `${from} ${on} ${to}`)),
    );
    expect(edges.sort()).toEqual(rows.map(({ from, on, to }) => `${from} ${on} ${to}`).sort());
  });
});
