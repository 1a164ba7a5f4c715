import { fail, ok, type Result } from '../../../shared/problem.js';
import type { ProviderIo, Trial } from '../provider.js';
import { type Failure, failingNames, SESSION } from './failure.js';
import type { Reference } from './verdict.js';

export interface Reproduced {
  reference: Reference;
  selects: boolean;
  trial: Trial;
}

/**
 * Runs the unmodified tree twice. FLAKY_TEST names the cases whose outcome differs between these runs and the evidence;
 * `seen` is null where the evidence is of another tree (a patch that was taken back). ANALYSIS_FAILURE where the tree does not build in the scratch bench.
 */
export async function reproduce(
  failure: Failure,
  seen: ReadonlySet<string> | null,
  io: ProviderIo,
): Promise<Result<Reproduced>> {
  const first = await io.scratch.try(null, io.signal);
  const second = await io.scratch.try(null, io.signal);
  if (!first.test || !second.test) return unbuilt(first, failure);
  const all = [first.test, second.test].map((test) => failingNames(test, failure.expected));
  const ours = (names: ReadonlySet<string>) =>
    new Set([...names].filter((name) => name === SESSION || failure.isTarget(name)));
  const runs = all.map(ours);
  const wavering = differing(seen && seen.size > 0 ? [ours(seen), ...runs] : runs);
  if (wavering.length > 0) return flaky(wavering);
  const failing = runs[0] ?? new Set<string>();
  if (failing.size === 0) return flaky([...failure.failing.map((testCase) => testCase.name), SESSION]);
  const ran = first.test.cases.filter(({ status }) => status !== 'skip');
  const expected = new Set([...failure.expected, ...ran.map(({ name }) => name)]);
  const reported = new Set(ran.filter(({ status }) => status !== 'missing').map(({ name }) => name));
  const tolerated = new Set(all.flatMap((run) => [...run]).filter((name) => !failing.has(name)));
  const reference: Reference = { failing, expected, reported, session: first.test, tolerated };
  return ok({ reference, selects: await canSelect(reference, io), trial: first });
}

/** A run limited to the failing cases shows whether it is: no other case may be reported as passing. */
async function canSelect(reference: Reference, io: ProviderIo): Promise<boolean> {
  if (reference.failing.has(SESSION) || reference.failing.size >= reference.expected.size) return false;
  const trial = await io.scratch.try(null, io.signal, [...reference.failing]);
  const others =
    trial.test?.cases.filter((each) => each.status === 'pass' && !reference.failing.has(each.name)) ?? [];
  const same =
    trial.test?.cases.some((each) => reference.failing.has(each.name) && each.status === 'fail') ?? false;
  return others.length === 0 && same;
}

function differing(runs: readonly ReadonlySet<string>[]): string[] {
  const all = new Set(runs.flatMap((run) => [...run]));
  return [...all].filter((name) => runs.some((run) => !run.has(name)));
}

function flaky(cases: readonly string[]): Result<Reproduced> {
  const named = cases.filter((name) => name !== SESSION);
  return fail({
    code: 'FLAKY_TEST',
    message: `The failure does not come out the same way each time on the unchanged tree: ${(named.length > 0 ? named : cases).join(', ')}`,
    next: 'Run the same image again; look at timing, uninitialised memory and random input before changing code',
  });
}

function unbuilt(trial: Trial, failure: Failure): Result<Reproduced> {
  const error = trial.build?.diagnostics.find((diagnostic) => diagnostic.severity === 'error')?.message;
  return fail({
    code: 'ANALYSIS_FAILURE',
    message: `The unchanged tree gives no test result in the scratch bench${error ? `: ${error}` : ''}`,
    next: `Build and run it by hand; ${failure.failing.length} failing cases are known from the evidence`,
  });
}
