import path from 'node:path';
import { performance } from 'node:perf_hooks';
import type { Provider } from '../../../electron/agents/provider.js';
import type { FirmwareBench } from '../../../electron/effects/firmware-loop/bench.js';
import { firmwareKit } from '../../../electron/effects/firmware-loop/kit.js';
import { openBench } from '../../../electron/effects/firmware-loop/open-bench.js';
import type { FirmwareHeader } from '../../../electron/effects/firmware-loop/start/run-header.js';
import { firstContext } from '../../../electron/effects/firmware-loop/start/start.js';
import { loadTask } from '../../../electron/effects/firmware-loop/start/task-file.js';
import { inboxOf } from '../../../electron/engine/inbox.js';
import { drive } from '../../../electron/engine/runner.js';
import { rootControl, type Tree } from '../../../electron/engine/tree.js';
import { createRunJournal } from '../../../electron/journal/create.js';
import type { RunJournal } from '../../../electron/journal/run-journal.js';
import { firmwareLoop } from '../../../electron/machine/firmware-loop/table.js';
import type { Transition } from '../../../shared/events.js';
import { PolicySchema } from '../../../shared/policy.js';
import type { Result } from '../../../shared/problem.js';
import { inEnglish } from '../../../shared/texts/words.js';

/** Limits out of the way: a benchmark iterates more often than a run may. */
const POLICY = PolicySchema.parse({ maxIterations: 1000, cumulativeRisk: 1000 });

/** One state of one iteration, commit included, in ms. */
export interface Step {
  iteration: number;
  state: string;
  ms: number;
}

export interface LoopRequest {
  taskFile: string;
  home: string;
  resources: string;
  provider: Provider;
  /** Asked before every state: enough is measured, and the run may be aborted. */
  done: (iteration: number) => boolean;
  /** Called where an iteration has ended (0: the baseline pass) and the next has not begun; its time counts nowhere. */
  between: (iteration: number, bench: FirmwareBench) => Promise<void>;
}

function need<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${inEnglish(result.error.message)} ${result.error.where ?? ''}`);
  return result.value;
}

/** Drives a whole run with the real runner, effects and journal; returns the time of every state. */
export async function driveLoop(o: LoopRequest): Promise<Step[]> {
  const { journal, bench, run, header } = await prepare(o);
  const root = { journal, header, bench };
  const steps: Step[] = [];
  let iteration = 0;
  let entered = performance.now();
  const pace = async ({ from, reason }: Transition) => {
    steps.push({ iteration, state: from, ms: performance.now() - entered });
    if (from === 'FAILURE') throw new Error(inEnglish(reason));
    if (from === 'CONVERGENCE_CHECK') {
      await o.between(iteration, bench);
      iteration += 1;
    }
    entered = performance.now();
  };
  try {
    const control = rootControl({
      reason: () => (o.done(iteration) ? 'measured' : null),
      forced: () => false,
    });
    await drive(tree(run, journal, pace), { ...root, kit: firmwareKit, approves: () => true }, control);
    return steps;
  } finally {
    await bench.nextRuns.close();
    journal.close();
  }
}

/** One node, nobody there. */
function tree(run: string, journal: RunJournal, pace: Tree['pace']): Tree {
  const none = () => {
    throw new Error('a benchmark has one node');
  };
  const alone = { attended: false, emit: () => {}, kitOf: none, open: none, dispatch: none };
  return { run, journal, inbox: inboxOf(journal), now: Date.now, pace, ...alone };
}

async function prepare(o: LoopRequest) {
  const task = need(await loadTask(o.taskFile, [path.join(o.resources, 'profiles')]));
  const header: FirmwareHeader = {
    ...task,
    policy: POLICY,
    provider: 'rules',
    roles: {},
    approvals: 'all',
    analysisModes: ['rules'],
  };
  const run = `bench-${path.basename(o.taskFile, '.yaml')}`;
  const context = firstContext(run, header);
  const dir = path.join(o.home, 'runs', run);
  const about = { id: run, machine: firmwareLoop.id, machineVersion: firmwareLoop.version };
  const journal = need(
    createRunJournal(
      dir,
      { ...about, goal: context.goal, createdAt: Date.now(), header, initialContext: context, parent: null },
      { seq: 0, state: firmwareLoop.initial, context, deadline: null },
    ),
  );
  const children = { started: journal.childStarted, ended: journal.childEnded };
  const opened = need(
    await openBench({ home: o.home, dir, header, children, wasmDir: '', env: process.env, now: Date.now }),
  );
  return { journal, run, header, bench: { ...opened, provider: o.provider, rules: o.provider } };
}
