import { randomBytes } from 'node:crypto';
import type { FirmwareContext, TaskFacts } from '../../../machine/firmware-loop/context.js';
import { initialContext } from '../../../machine/firmware-loop/initial.js';
import type { FirmwareHeader } from './run-header.js';

/** Sorts by time, can be typed, fits a branch name: `20261121-214900-3f9c`. */
export function newRunId(now: number): string {
  const stamp = new Date(now).toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `${stamp}-${randomBytes(2).toString('hex')}`;
}

export function firstContext(run: string, header: FirmwareHeader): FirmwareContext {
  const { task } = header.loaded;
  const facts: TaskFacts = {
    cases: task.test.cases,
    heldOut: task.test.heldOut,
    controlRun: task.test.controlRun,
    configurations: task.build.configurations.length,
    maxTextBytes: task.metrics.maxTextBytes ?? null,
    maxTestDurationMs: task.metrics.maxTestDurationMs ?? null,
    boards: 1,
  };
  return initialContext({
    run,
    goal: task.goal,
    task: facts,
    policy: header.policy,
    analysisModes: header.analysisModes,
  });
}
