import { createHash } from 'node:crypto';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import { isSimulated } from '../../../shared/profile.js';
import type { CheckRun, CoderProposal, TestReport } from '../../../shared/roundtable.js';
import { joined, nested, text, type Words } from '../../../shared/texts/words.js';
import type { EffectIo } from '../../engine/effect.js';
import { type CoordinatorContext, currentRound } from '../../machine/coordinator/context.js';
import type { CoordinatorEvent } from '../../machine/coordinator/events.js';
import { testVerdict } from '../../machine/coordinator/verdict.js';
import { type CheckCommand, mayRun, runChecks } from '../../tools/checks/run-checks.js';
import { storeBytes } from '../../workspace/build/artifacts.js';
import { encodeText } from '../../workspace/text.js';
import { inTrials } from '../firmware-loop/trial/trial-folder.js';
import { standsIn } from '../models/stand-in.js';
import {
  asksModels,
  type CoordinatorBench,
  type CoordinatorOutcome,
  isMock,
  MOCK,
  playerOf,
  RULES,
  setToFail,
} from './bench.js';
import { loopContext } from './known.js';
import { buildRun, casesRun, preflight, treeWith } from './preflight.js';
import { broken, buildDeclined, isOfModel, providerEnd } from './problems.js';
import type { Seat, Wanted } from './seat.js';
import { commandsByModel } from './test-by-model.js';

/** test: the task's checks, and what a tester proposes besides. In a discussion they are only named. */
export const test = asksModels(async (ctx, bench, io) => {
  const proposal = currentRound(ctx)?.proposal;
  if (!proposal) throw new Error('there is no proposal to test');
  const wanted = await wantedCommands({ ctx, bench, io, proposal });
  if (!wanted.ok) return untested(wanted.error, ctx);
  if (ctx.mode === 'proposal') return discussed(ctx, wanted.value);
  const runs = isMock(wanted.value.by)
    ? ok(bench.isFailing('TESTER') ? [FAILING] : [])
    : await runAll({ ctx, bench, io, proposal }, wanted.value.commands);
  if (!runs.ok) return runs.error.code === 'DECLINED' ? buildDeclined : broken(runs.error, 'test');
  const report: TestReport = { by: wanted.value.by, comment: wanted.value.comment, runs: runs.value };
  const type = testVerdict(ctx, report.runs);
  const evidence = type === 'tests_passed' ? keep(bench, proposal) : [];
  const { stoodIn } = wanted.value;
  const reason = stoodIn === undefined ? told(report) : joined(stoodIn, told(report));
  return { type, reason, evidence, test: report };
});

/** The recorded test with what its replies propose and say now; what ran is taken as it was recorded. */
export const testAgain = (
  ctx: CoordinatorContext,
  bench: CoordinatorBench,
  io: EffectIo,
  recorded: CoordinatorEvent,
): Promise<CoordinatorOutcome> =>
  asksModels(async (_, __, asking) => {
    const proposal = currentRound(ctx)?.proposal;
    if (ctx.mode === 'proposal' || !proposal || !('test' in recorded)) return test(ctx, bench, asking);
    const wanted = await wantedCommands({ ctx, bench, io: asking, proposal });
    if (!wanted.ok) return untested(wanted.error, ctx);
    const { by, comment, commands } = wanted.value;
    const proposed = commands.filter(({ kind }) => kind === 'proposed');
    const isSame = sorted(proposed) === sorted(recorded.test.runs.filter(({ kind }) => kind === 'proposed'));
    const runs = isSame ? recorded.test.runs : proposed.map(notRun);
    return { ...recorded, test: { by, comment, runs } };
  })(ctx, bench, io);

const sorted = (all: readonly Pick<CheckCommand, 'argv'>[]): string =>
  JSON.stringify(all.map(({ argv }) => JSON.stringify(argv)).sort());

/** The task's checks are run whoever tests. */
async function wantedCommands(o: Seat): Promise<Result<Wanted>> {
  const by = playerOf(o.bench, 'TESTER');
  if (isMock(by)) return ok({ by, comment: saidByMock(o.bench), commands: [] });
  const { lint, unit } = o.bench.loop.loaded.task.checks;
  const commands: CheckCommand[] = [
    ...lint.map((argv) => ({ kind: 'lint' as const, argv })),
    ...unit.map((argv) => ({ kind: 'unit' as const, argv })),
  ];
  const byRules = { by: RULES, comment: text`the task's checks: ${commands.length}`, commands };
  if (!by.isModel) return ok(byRules);
  const more = await commandsByModel(o);
  if (more.ok) return ok({ ...more.value, commands: distinct([...commands, ...more.value.commands]) });
  if (!rulesCanTest(o, commands) || !isOfModel(more.error)) return more;
  const stoodIn = standsIn('TESTER', more.error);
  return ok({ ...byRules, comment: joined(stoodIn, byRules.comment), stoodIn });
}

/** Whether rules have more to run than the build: the task's checks, or its cases. In a discussion nothing is run. */
const rulesCanTest = ({ ctx, bench, io }: Seat, checks: readonly CheckCommand[]): boolean =>
  ctx.mode === 'implementation' && !io.signal.aborted && (checks.length > 0 || runsItsCases(bench));

/** A loop that asks runs the cases of what is approved itself, and nothing here touches a board. */
const runsItsCases = ({ isChild, loop }: CoordinatorBench): boolean => !isChild && isSimulated(loop.profile);

const saidByMock = ({ isFailing }: CoordinatorBench): Words =>
  isFailing('TESTER') ? setToFail('TESTER') : text`${MOCK}: nothing was tested`;

/** What stands for the command of a mock that is set to fail; nothing is run. */
const FAILING: CheckRun = {
  ...{ kind: 'proposed', argv: [MOCK], status: 'failed', exit_code: null, output: '', duration_ms: 0 },
};

const distinct = (commands: readonly CheckCommand[]): CheckCommand[] =>
  [...new Map([...commands].reverse().map((one) => [JSON.stringify(one.argv), one])).values()].reverse();

/** The build and the cases of a roundtable that stands alone, then the commands: blocked is what no allow-list has. */
async function runAll(o: Seat, commands: readonly CheckCommand[]): Promise<Result<CheckRun[]>> {
  const { ctx, bench, io, proposal } = o;
  const known = loopContext(ctx);
  const { loop } = bench;
  const allowed = commands.filter(({ argv }) => mayRun(argv, loop.loaded.task, loop.policy));
  const blocked = commands.filter((one) => !allowed.includes(one)).map(blockedRun);
  const tree = await treeWith(known, loop, proposal.patch);
  if (!tree.ok) return tree;
  const may = await io.allow(runChecks, { commands: [], patch: '' }, { ...loop, tree: tree.value });
  if (!may.ok) return may;
  const runsCases = runsItsCases(bench);
  const came = await preflight(known, inTrials(loop), { tree: tree.value, runsCases }, io);
  if (io.signal.aborted) return fail({ code: 'TIMEOUT', message: text`the tests were cut short` });
  const built = buildRun(known, loop, came.build);
  if (!came.build.success) return ok([built, ...allowed.map(notRun), ...blocked]);
  const own = runsCases ? [built, casesRun(known, loop, came.test)] : [built];
  if (allowed.length === 0) return ok([...own, ...blocked]);
  const args = { commands: allowed, patch: hashOf(proposal.patch) };
  const ran = await io.call(runChecks, args, { ...inTrials(loop), tree: tree.value });
  return ran.ok ? ok([...own, ...ran.value, ...blocked]) : ran;
}

const NOTHING_RAN = { exit_code: null, output: '', duration_ms: 0 };
const blockedRun = (one: CheckCommand): CheckRun => ({ ...one, status: 'blocked', ...NOTHING_RAN });
const notRun = (one: CheckCommand): CheckRun => ({ ...one, status: 'not_run', ...NOTHING_RAN });
const hashOf = (patch: string): string => createHash('sha256').update(patch).digest('hex');

const told = ({ by, runs, comment }: TestReport): Words => {
  const failed = runs.filter(({ status }) => status === 'failed').map(({ argv }) => argv.join(' '));
  const blocked = runs.filter(({ status }) => status === 'blocked').map(({ argv }) => argv.join(' '));
  if (isMock(by)) return comment;
  if (failed.length > 0) return text`${by.name}: failed: ${failed.join('; ')}`;
  if (blocked.length > 0) return text`${by.name}: on no allow-list: ${blocked.join('; ')}`;
  return runs.length === 0
    ? text`${by.name}: there is nothing to run`
    : text`${by.name}: commands that passed: ${runs.length}`;
};

function discussed(ctx: CoordinatorContext, { by, comment, commands }: Wanted): CoordinatorOutcome {
  const named = commands.map(({ argv }) => argv.join(' ')).join('; ');
  const report: TestReport = {
    by,
    runs: [],
    comment: named === '' ? comment : text`${nested(comment)} (${named})`,
  };
  const type = ctx.agreed === null ? 'discussion_complete' : 'await_operator_confirm';
  const reason =
    ctx.agreed === null
      ? text`nothing is proposed that could be confirmed`
      : text`the proposal waits for your word`;
  return { type, reason, evidence: [], test: report };
}

function untested(problem: Problem, { mode }: CoordinatorContext): CoordinatorOutcome {
  const end = providerEnd(problem);
  if (end !== null) return end;
  if (problem.code !== 'MODEL_FAILURE' || mode === 'proposal') return broken(problem, 'test');
  return { type: 'tester_schema_invalid', reason: problem.message, evidence: [], problem };
}

/** The approved patch as a file: evidence of the end. */
const keep = ({ loop }: CoordinatorBench, { patch }: CoderProposal): string[] =>
  patch === '' ? [] : [storeBytes('patch', encodeText(patch), '.patch', loop.paths.artifacts).path];
