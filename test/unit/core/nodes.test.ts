import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Machines, type NodeDetails, nodesOf } from '../../../electron/core/nodes.js';
import { openGates } from '../../../electron/core/open-gates.js';
import { treeView } from '../../../electron/ipc/run-view.js';
import type { AnyDefinition } from '../../../electron/machine/machines.js';
import { NO_PANELS } from '../../../shared/panels.js';
import { TreeViewSchema } from '../../../shared/views.js';
import { errandKits } from '../../fixtures/errand.js';
import { type ErrandRun, errandRun, until } from '../../fixtures/errand-run.js';
import { value } from '../../fixtures/firmware-run.js';
import { details } from '../../fixtures/ipc/scripted-core.js';

const kits = errandKits({ written: [] });
/** Panels that say which node they are of. */
const machines: Machines = (machine) => {
  const definition = kits.get(machine)?.machine.definition as AnyDefinition | undefined;
  if (!definition) return null;
  return { definition, show: ({ header }) => ({ ...NO_PANELS, patch: JSON.stringify(header) }) };
};

const nodesIn = (run: ErrandRun): NodeDetails[] =>
  run.read((journal) => value(nodesOf(journal, path.join(run.home, 'runs', 'errand-1'), machines)));
const waitingIn = (run: ErrandRun) => nodesIn(run).map(({ path, waiting }) => [path, waiting?.gate ?? null]);
const openIn = (run: ErrandRun) => run.read((journal) => value(openGates(journal)).map(({ gate }) => gate));

describe('the nodes of a run', () => {
  it('are read from its journal: machine, state, what waits, outcome, panels', async () => {
    const run = errandRun({ deeds: ['ask', 'write', 'fail'], dispatches: false });
    await run.go();
    expect(nodesIn(run)).toMatchObject([
      {
        path: 'main',
        parent: null,
        machine: 'errand',
        goal: 'an errand',
        state: 'ASK',
        kind: 'waiting',
        ending: null,
      },
    ]);
    expect(waitingIn(run)).toEqual([['main', 'main.0.go']]);
    run.answer('go');
    await run.go();
    expect(nodesIn(run)).toMatchObject([
      { path: 'main', state: 'FAN_OUT', kind: 'working', waiting: null },
      { path: 'main.1.step0', parent: 'main', machine: 'step', goal: 'ask', state: 'WORK', ending: null },
      { path: 'main.1.step1', state: 'DONE', kind: 'terminal', ending: { status: 'DONE', exit: 0 } },
      { path: 'main.1.step2', ending: { status: 'FAILED', reason: 'it could not be done', exit: 1 } },
    ]);
    expect(waitingIn(run).filter(([, gate]) => gate !== null)).toEqual([
      ['main.1.step0', 'main.1.step0.0.may'],
    ]);
    expect(nodesIn(run)[1]?.panels.patch).toBe('{"deed":"ask"}');
  });

  it('wait no longer with a question that they have left behind', async () => {
    const run = errandRun({ deeds: ['ask', 'ask', 'hang'] });
    await run.go();
    run.answer('go');
    const handle = await run.start({ attended: true });
    await until(() => openIn(run).length === 2);
    expect(openIn(run)).toEqual(['main.1.step0.0.may', 'main.1.step1.0.may']);
    run.tell('message', 'come back');
    await until(() => run.edges().includes('main FAN_OUT told FAN_OUT'));
    await until(() => openIn(run).length === 2);
    expect(openIn(run)).toEqual(['main.2.step0.0.may', 'main.2.step1.0.may']);
    handle.abort('enough');
    await handle.end;
    expect(openIn(run)).toEqual([]);
    expect(new Set(waitingIn(run).map(([, gate]) => gate))).toEqual(new Set([null]));
  });

  it('are an error in words where this release lacks a machine', () => {
    const run = errandRun();
    expect(run.read((journal) => nodesOf(journal, run.home))).toMatchObject({
      ok: false,
      error: { code: 'VERSION_MISMATCH', message: 'this release has no machine errand' },
    });
  });

  it('are shown each with its own trace, in the form that the window takes', async () => {
    const run = errandRun({ deeds: ['write', 'fail'], dispatches: false });
    await run.go();
    run.answer('go');
    run.tell('note', 'n');
    await run.go();
    const trace = run.events.flatMap((event) => (event.type === 'transition' ? [event] : []));
    const view = treeView(details('errand-1', { nodes: nodesIn(run), trace }));
    expect(TreeViewSchema.parse(view)).toEqual(view);
    expect(view.nodes.map(({ path, state, edges }) => [path, state, edges.length])).toEqual([
      ['main', 'DONE', 4],
      ['main.1.step0', 'DONE', 1],
      ['main.1.step1', 'FAILED', 1],
    ]);
  });
});
