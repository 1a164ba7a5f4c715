import { describe, expect, it } from 'vitest';
import { compile } from '../../../../electron/machine/compile.js';
import { expandRows, type Row } from '../../../../electron/machine/define.js';
import type { FirmwareContext } from '../../../../electron/machine/firmware-loop/context.js';
import type { FirmwareEvent } from '../../../../electron/machine/firmware-loop/events.js';
import { firmwareGuards } from '../../../../electron/machine/firmware-loop/guards.js';
import { firmwareReducers } from '../../../../electron/machine/firmware-loop/reducers.js';
import { FIRMWARE_STATES, type FirmwareState } from '../../../../electron/machine/firmware-loop/states.js';
import { firmwareLoop } from '../../../../electron/machine/firmware-loop/table.js';

/** The seed's diagram (000 §4.1), line by line. */
const SEED = `
  IDLE --> INIT: on task_request
  INIT --> CODE_ANALYSIS: context ready
  CODE_ANALYSIS --> PATCH_GENERATION: patch_plan ok
  CODE_ANALYSIS --> ERROR_RECOVERY: analysis failed
  PATCH_GENERATION --> PATCH_APPLY: patch valid
  PATCH_GENERATION --> ERROR_RECOVERY: patch invalid / unsafe
  PATCH_APPLY --> BUILD_SETUP: workspace updated
  PATCH_APPLY --> ERROR_RECOVERY: apply failed
  BUILD_SETUP --> BUILD_RUN: build env ready
  BUILD_SETUP --> ERROR_RECOVERY: toolchain missing
  BUILD_RUN --> TEST_SETUP: build ok
  BUILD_RUN --> ERROR_RECOVERY: build failed
  TEST_SETUP --> TEST_RUN: env ready
  TEST_SETUP --> ERROR_RECOVERY: env failed
  TEST_RUN --> RESULT_COLLECTION: test finished
  TEST_RUN --> ERROR_RECOVERY: runner crashed / timeout
  RESULT_COLLECTION --> RESULT_ANALYSIS: result normalized
  RESULT_COLLECTION --> ERROR_RECOVERY: artifacts missing
  RESULT_ANALYSIS --> CONVERGENCE_CHECK: decision produced
  RESULT_ANALYSIS --> ERROR_RECOVERY: decision failed
  CONVERGENCE_CHECK --> CODE_ANALYSIS: continue (next iter)
  CONVERGENCE_CHECK --> SUCCESS: converged
  CONVERGENCE_CHECK --> FAILURE: max_iter reached / no progress
  CONVERGENCE_CHECK --> ABORTED: external abort
  ERROR_RECOVERY --> CODE_ANALYSIS: recovered to analysis
  ERROR_RECOVERY --> BUILD_RUN: recovered to build
  ERROR_RECOVERY --> TEST_SETUP: recovered to test setup
  ERROR_RECOVERY --> FAILURE: unrecoverable
  SUCCESS --> IDLE
  FAILURE --> IDLE
  ABORTED --> IDLE
`;

/** Edges that the seed's diagram does not draw, and why they are there. */
const RULED: Record<string, string> = {
  'INIT ERROR_RECOVERY':
    'seed §5.1: timeout and exception in every state; a repository that cannot be set up',
  'CONVERGENCE_CHECK ERROR_RECOVERY':
    'design §3: RETRY and ROLLBACK go through ERROR_RECOVERY; so does the control',
  'ERROR_RECOVERY RESULT_COLLECTION': 'design §3: ARTIFACT_MISSING collects again (seed §6.1 code)',
  'INIT ABORTED': 'seed §5.1: any state can be aborted',
  'CODE_ANALYSIS ABORTED': 'seed §5.1',
  'PATCH_GENERATION ABORTED': 'seed §5.1',
  'PATCH_APPLY ABORTED': 'seed §5.1',
  'BUILD_SETUP ABORTED': 'seed §5.1',
  'BUILD_RUN ABORTED': 'seed §5.1',
  'TEST_SETUP ABORTED': 'seed §5.1',
  'TEST_RUN ABORTED': 'seed §5.1',
  'RESULT_COLLECTION ABORTED': 'seed §5.1',
  'RESULT_ANALYSIS ABORTED': 'seed §5.1',
  'ERROR_RECOVERY ABORTED': 'seed §5.1',
};

const seedEdges = [...SEED.matchAll(/(\w+) --> (\w+)/g)].map(([, from, to]) => `${from} ${to}`);
const rows = expandRows(firmwareLoop);
const edges = [...new Set(rows.map((row) => `${row.from} ${row.to}`))];

interface RobotState {
  transitions: Map<string, { from: string; to: string }[]>;
}

describe('the table of the firmware loop', () => {
  it('has the sixteen states of the seed, in its order', () => {
    expect(Object.keys(FIRMWARE_STATES)).toHaveLength(16);
    expect(Object.keys(FIRMWARE_STATES)[0]).toBe('IDLE');
    expect(Object.values(FIRMWARE_STATES).filter((kind) => kind === 'terminal')).toHaveLength(3);
  });

  it('compiles to a robot3 machine whose edges are exactly the rows', () => {
    const states = compile(firmwareLoop).robot.states as unknown as Record<string, RobotState>;
    const walked = Object.entries(states).flatMap(([from, state]) =>
      [...state.transitions].flatMap(([on, all]) => all.map(({ to }) => `${from} ${on} ${to}`)),
    );
    expect(walked.sort()).toEqual(rows.map((row) => `${row.from} ${row.on} ${row.to}`).sort());
  });

  it('has every edge of the seed', () => {
    expect(seedEdges).toHaveLength(31);
    expect(seedEdges.filter((edge) => !edges.includes(edge))).toEqual([]);
  });

  it('has no further edge but those that are ruled', () => {
    expect(edges.filter((edge) => !seedEdges.includes(edge)).sort()).toEqual(Object.keys(RULED).sort());
  });

  it('takes abort, TIMEOUT and exception in every working state, and reports whatever happens', () => {
    for (const [name, kind] of Object.entries(FIRMWARE_STATES)) {
      const on = new Set(rows.filter((row) => row.from === name).map((row) => row.on));
      const always = {
        idle: [],
        working: ['abort', 'TIMEOUT', 'exception'],
        terminal: ['reported', 'TIMEOUT', 'exception'],
      };
      for (const event of always[kind]) expect(on, `${name} ${event}`).toContain(event);
    }
  });

  it('ends each group of guarded rows that must not fall through with one that has no guard', () => {
    const checks = rows.filter((row) => row.from === 'CONVERGENCE_CHECK' && row.on === 'checked');
    expect(checks.at(-1)?.when).toBeUndefined();
    expect(checks.slice(0, -1).every((row) => row.when)).toBe(true);
  });
});

describe('a row with a wrong name', () => {
  type LoopRow = Row<
    FirmwareState,
    FirmwareEvent,
    FirmwareContext,
    typeof firmwareGuards,
    typeof firmwareReducers
  >;
  const accepts = (row: LoopRow): LoopRow => row;

  it('does not compile', () => {
    accepts({ from: 'IDLE', on: 'task_request', to: 'INIT', when: 'notYetRun', do: 'begin' });
    // @ts-expect-error no such state to come from
    accepts({ from: 'IDEL', on: 'task_request', to: 'INIT' });
    // @ts-expect-error no such state to go to
    accepts({ from: 'IDLE', on: 'task_request', to: 'INITT' });
    // @ts-expect-error no such event
    accepts({ from: 'IDLE', on: 'task_reqest', to: 'INIT' });
    // @ts-expect-error no such guard
    accepts({ from: 'IDLE', on: 'task_request', to: 'INIT', when: 'neverRun' });
    // @ts-expect-error no such reducer
    accepts({ from: 'IDLE', on: 'task_request', to: 'INIT', do: 'start' });
    // @ts-expect-error a guard that needs the payload of patch_valid
    accepts({ from: 'IDLE', on: 'task_request', to: 'INIT', when: 'riskWithinThreshold' });
    // @ts-expect-error a reducer that needs the payload of build_ok
    accepts({ from: 'BUILD_RUN', on: 'build_failed', to: 'ERROR_RECOVERY', do: 'noteBuild' });
    expect(firmwareGuards).not.toHaveProperty('neverRun');
    expect(firmwareReducers).not.toHaveProperty('start');
  });
});
