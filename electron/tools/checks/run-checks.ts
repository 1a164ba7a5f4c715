import * as z from 'zod';
import type { Policy } from '../../../shared/policy.js';
import { fail, ok, type Result } from '../../../shared/problem.js';
import type { ExecResult } from '../../../shared/process.js';
import { type CheckRun, CheckRunSchema } from '../../../shared/roundtable.js';
import type { Task } from '../../../shared/task.js';
import { text } from '../../../shared/texts/words.js';
import type { Tool } from '../../engine/tool.js';
import { type BuildWork, buildAccess, projectDir } from '../build/build-tree.js';
import { buildGate } from '../build/gate.js';
import { isAllowed } from '../clone/allowed-command.js';

/** What checks of a candidate work with: the copy in which it is in place, absolute. */
export interface ChecksWork extends BuildWork {
  policy: Pick<Policy, 'sdk' | 'commands'>;
  tree: string;
}

const CommandSchema = z.object({
  kind: z.enum(['lint', 'style', 'unit', 'proposed']),
  argv: z.array(z.string()).min(1),
});
export type CheckCommand = z.infer<typeof CommandSchema>;

const ChecksArguments = z.object({
  commands: z.array(CommandSchema),
  /** Hash of the patch that is in place, for the record. */
  patch: z.string(),
});
type ChecksArguments = z.infer<typeof ChecksArguments>;

const same = (a: readonly string[], b: readonly string[]): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether a command may run: a check of the task, which the build's approval covers, or one of the person's own policy. */
export const mayRun = (
  argv: readonly string[],
  { checks }: Pick<Task, 'checks'>,
  { commands }: Pick<Policy, 'commands'>,
): boolean =>
  [...checks.lint, ...checks.style, ...checks.unit].some((check) => same(check, argv)) ||
  isAllowed(commands, argv);

const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** What a coder is shown of a failure, characters: the end, where the error is. */
const KEPT = 2000;

/**
 * Runs a task's checks, and other allow-listed argument vectors, in a copy of the tree, confined to it like a build. They are part of
 * the build's approval. A command that fails is a result. Errors: DECLINED; POLICY_VIOLATION for a command on no allow-list.
 */
export const runChecks: Tool<ChecksArguments, CheckRun[], ChecksWork> = {
  ...{ name: 'run_checks', kind: 'checks', isIdempotent: true, scope: 'build', danger: 'undoable' },
  arguments: ChecksArguments,
  result: z.array(CheckRunSchema),
  check: async ({ commands }, { loaded, policy }) => {
    const odd = commands.find(({ argv }) => !mayRun(argv, loaded.task, policy));
    if (!odd) return ok(undefined);
    const message = text`${JSON.stringify(odd.argv)} is on no allow-list`;
    return fail({ code: 'POLICY_VIOLATION', message });
  },
  gate: (_, work, io) => buildGate({ command: work.loaded.task.build.command }, work, io),
  agreed: (_, { buildApprovals }, { binding }) => buildApprovals.add(binding),
  perform: async ({ commands }, work, io): Promise<Result<CheckRun[]>> => {
    const runs: CheckRun[] = [];
    for (const { kind, argv } of commands) {
      if (io.signal.aborted) break;
      const done = await work.exec(requestOf(argv, work, io.mark, io.signal));
      runs.push(runOf(kind, argv, done));
    }
    return ok(runs);
  },
  // the copy is made anew, and so are the runs in it
  reconcile: async () => 'again',
};

function requestOf(argv: readonly string[], work: ChecksWork, operation: string, signal: AbortSignal) {
  const { env, readable } = buildAccess(work);
  const { timeoutSec, maxWrittenBytes } = work.loaded.task.build;
  return {
    ...{ argv, cwd: projectDir(work, work.tree), env: { ...env, LC_ALL: 'C' }, operation, signal },
    ...{ timeoutMs: timeoutSec * 1000, maxOutputBytes: MAX_OUTPUT_BYTES, maxWrittenBytes },
    ...{ confine: { writable: [work.tree], readable }, mergeOutput: true },
  };
}

function runOf(kind: CheckCommand['kind'], argv: string[], done: ExecResult): CheckRun {
  const passed = done.ended === 'exit' && done.exitCode === 0;
  const printed = new TextDecoder().decode(done.stdout);
  const ended = done.ended === 'exit' ? '' : `\n[${done.ended}]`;
  return {
    ...{ kind, argv, status: passed ? 'passed' : 'failed', exit_code: done.exitCode },
    output: passed ? '' : tailOf(`${printed}${ended}`),
    duration_ms: done.durationMs,
  };
}

/** The end of an output, where errors are. */
export const tailOf = (output: string): string =>
  output.length <= KEPT ? output : `[…]${output.slice(-KEPT)}`;
