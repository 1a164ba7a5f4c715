import path from 'node:path';
import { startDisplay } from '../../../build/display.mjs';
import type { Part } from '../parts/run-parts.js';
import { startCommandLine } from './command-line.js';
import type { Delays } from './firmware.js';
import { measureIterations, overhead, type Pair, stateTimes } from './iterations.js';
import { median, ms, percent, times } from './statistics.js';
import { measureTrials } from './trials.js';
import { preparedElectron, startWindow, type WindowStart, writeApps } from './window.js';

const project = process.cwd();
const fixtures = path.join(project, 'test', 'fixtures', 'qemu');
const resources = path.join(project, 'native-config');
const places = { fixtures, resources };

function show(title: string, pairs: readonly Pair[]): void {
  const middle = (of: (pair: Pair) => number) => ms(median(pairs.map(of)));
  console.log(`\n${title}, medians of ${pairs.length} pairs:`);
  console.log(
    `  loop ${middle((p) => p.loop)}; by hand: make ${middle((p) => p.bare.make)}, QEMU ${middle((p) => p.bare.qemu)}`,
  );
  for (const [state, took] of stateTimes(pairs)) console.log(`  ${state.padEnd(18)} ${ms(took).padStart(8)}`);
}

const iteration: Part = async (dir) => {
  const pairs = await measureIterations({ ...places, dir, delays: {}, iterations: 20 });
  show('One iteration', pairs);
  const own = median(pairs.map(overhead));
  const figure = `${ms(own)} (least ${ms(Math.min(...pairs.map(overhead)))})`;
  return [{ what: "loop's own cost of an iteration", figure, target: '<= 150 ms', met: own <= 150 }];
};

/** What a step took beyond the same work by hand, as a part of it. */
const beyond = (state: string, byHand: keyof Pair['bare']) => (pair: Pair) =>
  (pair.states[state] ?? 0) / pair.bare[byHand] - 1;

const slow =
  (what: string, delays: Delays, cost: (pair: Pair) => number): Part =>
  async (dir) => {
    const pairs = await measureIterations({ ...places, dir, delays, iterations: 20 });
    show(what, pairs);
    const part = median(pairs.map(cost));
    const figure = `${percent(part)} (least ${percent(Math.min(...pairs.map(cost)))})`;
    return [{ what, figure, target: '<= 1 %', met: part <= 0.01 }];
  };

const trial: Part = async (dir) => {
  const pairs = await measureTrials({ ...places, dir, trials: 20 });
  const ratio = median(pairs.map((p) => p.trial / (p.bare.make + p.bare.qemu)));
  const figure = `${ms(median(pairs.map((p) => p.trial)))}, ${times(ratio)} by hand`;
  return [{ what: 'one trial of a candidate', figure, target: '<= 1.60 x', met: ratio <= 1.6 }];
};

const commandLine: Part = async (dir) => {
  const starts: { ours: number; node: number }[] = [];
  for (let i = 0; i < 15; i++) starts.push(await startCommandLine(project, dir));
  const [ours, node] = [median(starts.map((s) => s.ours)), median(starts.map((s) => s.node))];
  const figure = `${ms(ours)} (empty Node ${ms(node)})`;
  return [{ what: 'start of the command line', figure, target: '<= 300 ms', met: ours <= 300 }];
};

const window: Part = async (dir) => {
  const display = await startDisplay();
  if (!display.ok) throw new Error(display.problem);
  try {
    const apps = writeApps(dir, path.join(project, 'dist', 'main.js'));
    const electron = preparedElectron(project);
    const start = (app: string) => startWindow(electron, app, display.display);
    const pairs: { empty: WindowStart; ours: WindowStart }[] = [];
    for (let i = 0; i < 10; i++) {
      const empty = await start(apps.empty);
      pairs.push({ empty, ours: await start(apps.ours) });
    }
    const ratio = (of: (start: WindowStart) => number) =>
      median(pairs.map((p) => of(p.ours) / p.empty.ready));
    const figure = (of: (start: WindowStart) => number) =>
      `${ms(median(pairs.map((p) => of(p.ours))))}, ${times(ratio(of))} an empty one`;
    const ready = (start: WindowStart) => start.ready;
    return [
      { what: 'start of the window', figure: figure(ready), target: '<= 1.50 x', met: ratio(ready) <= 1.5 },
      { what: '… with its diagram drawn', figure: figure((start) => start.drawn), target: null, met: true },
    ];
  } finally {
    await display.stop();
  }
};

/** Everything that is measured, by the name that chooses it. */
export const PARTS: Readonly<Record<string, Part>> = {
  iteration,
  'short-build': slow('a build of 1 s', { build: 1 }, beyond('BUILD_RUN', 'make')),
  'slow-build': slow('a build of 2 s', { build: 2 }, beyond('BUILD_RUN', 'make')),
  'full-build': slow('a build of 100 files', { compilations: 100 }, beyond('BUILD_RUN', 'make')),
  'slow-test': slow('a test of 2 s', { test: 2 }, beyond('TEST_RUN', 'test')),
  trial,
  'command-line': commandLine,
  window,
};
