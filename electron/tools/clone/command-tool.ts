import { lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { Policy } from '../../../shared/policy.js';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Exec, ExecEnd, ExecResult } from '../../../shared/process.js';
import { text } from '../../../shared/texts/words.js';
import { visible, visibleName } from '../../../shared/visible-text.js';
import type { CallIo, Tool } from '../../engine/tool.js';
import { storeBytes } from '../../workspace/build/artifacts.js';
import { westEnvironment } from '../../workspace/build/west-workspace.js';
import { listNew } from '../../workspace/files.js';
import { isBelow, isPlainRelative } from '../../workspace/inside.js';
import { refusedBySystem } from '../../workspace/refused-by-system.js';
import { type CommandGateWork, commandGate } from './command-gate.js';
import { undoable } from './undoable.js';

export interface CommandWork extends CommandGateWork {
  policy: Pick<Policy, 'commands' | 'sdk'>;
  paths: { clone: string; artifacts: string };
  repo: { subdir: string } | null;
  exec: Exec;
}

/** NUL ends an argument of a program (execve(2)). */
const Word = z
  .string()
  .max(32_000)
  .refine((word) => !word.includes('\0'), 'text without a NUL');

const CommandArguments = z.strictObject({
  argv: z
    .array(Word)
    .min(1)
    .max(200)
    .describe('The program and its arguments, one word each. No shell reads them.'),
  cwd: z
    .string()
    .min(1)
    .optional()
    .describe('Folder relative to the top of the repository; by default the one that the session is about.'),
  timeout_sec: z.number().int().min(1).max(900).default(120).describe('Seconds, then it is ended.'),
});
type CommandArguments = z.input<typeof CommandArguments>;

/** How a command ended whose output is a result. */
const ENDED = ['exit', 'signal', 'output-limit'] as const;

const CommandResult = z.object({
  ended: z.enum(ENDED),
  exit_code: z.number().nullable().describe('Null where it did not end by itself.'),
  signal: z.string().nullable().describe('What ended it otherwise.'),
  output: z.string().describe('What it printed; the middle of a long output is left out.'),
  artifact: z.string().describe('Name of the whole output among the artifacts.'),
  output_bytes: z.number(),
  duration_ms: z.number(),
  new_files: z
    .array(z.string())
    .describe(
      'Files it made that git does not ignore: no part of the branch. One becomes a part when write_file or apply_patch writes it.',
    ),
});
type CommandResult = z.infer<typeof CommandResult>;

/**
 * Runs a program in the clone, confined as builds are. Its exit code is a result. Errors: POLICY_VIOLATION, FILE_NOT_FOUND,
 * ARGUMENTS_MALFORMED, DECLINED, TIMEOUT, DISK_FULL where it wrote too much; the clone is then as it was before.
 */
export const runCommand = undoable<CommandArguments, CommandResult, CommandWork>({
  ...{ name: 'run_terminal_cmd', kind: 'run_terminal_cmd', isIdempotent: false },
  ...{ scope: 'exec', danger: 'lasting' },
  arguments: CommandArguments,
  result: CommandResult,
  check: async (args, work) => {
    const folder = await folderOf(args, work);
    return folder.ok ? ok(undefined) : folder;
  },
  gate: async (args, work, io) => {
    const folder = await folderOf(args, work);
    return folder.ok ? commandGate({ argv: args.argv, folder: folder.value }, work, io) : null;
  },
  perform: run,
  reconcile: async () => 'again',
} satisfies Tool<CommandArguments, CommandResult, CommandWork>);

/** The folder, absolute. A build may have put a link in the place of one. */
async function folderOf({ cwd }: CommandArguments, { paths, repo }: CommandWork): Promise<Result<string>> {
  const named = cwd ?? repo?.subdir ?? '';
  if (named !== '' && !isPlainRelative(named)) return outside(named);
  const root = await realpath(paths.clone);
  const folder = await realpath(join(root, named)).catch(() => null);
  if (folder === null || !(await lstat(folder)).isDirectory())
    return fail({ code: 'FILE_NOT_FOUND', message: text`there is no such folder`, where: named });
  return isBelow(root, folder) ? ok(folder) : outside(named);
}

const outside = (where: string): Result<never> =>
  fail({
    code: 'POLICY_VIOLATION',
    message: text`this folder is not in the repository`,
    where,
    next: text`give a path relative to the repository`,
  });

/** So many new files are told of one command, sources first. */
const MOST_NEW = 200;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;
/** As much as the build of a task may write by default. */
const MAX_WRITTEN_BYTES = 2 * 1024 ** 3;

async function run(args: CommandArguments, work: CommandWork, io: CallIo): Promise<Result<CommandResult>> {
  const { argv, timeout_sec = 120 } = args;
  const folder = await folderOf(args, work);
  if (!folder.ok) return folder;
  const before = await listNew(work.paths.clone);
  if (!before.ok) return before;
  const done = await work.exec({
    ...{ argv, cwd: folder.value, env: westEnvironment(work.policy.sdk) },
    ...{
      timeoutMs: timeout_sec * 1000,
      maxOutputBytes: MAX_OUTPUT_BYTES,
      maxWrittenBytes: MAX_WRITTEN_BYTES,
    },
    ...{ signal: io.signal, operation: io.mark, mergeOutput: true },
    confine: { writable: [work.paths.clone], readable: work.policy.sdk },
    onOutput: (chunk) => io.console(chunk),
  });
  const artifact = kept(done.stdout, work);
  if (!artifact.ok) return artifact;
  if (!isResult(done.ended))
    return fail(
      notRun(done.ended, {
        ...done,
        ...{ program: argv[0] ?? '', seconds: timeout_sec, artifact: artifact.value },
      }),
    );
  const after = await listNew(work.paths.clone);
  if (!after.ok) return after;
  const known = new Set(before.value);
  const made = after.value.filter((file) => !known.has(file)).slice(0, MOST_NEW);
  return ok({ ...told(done, done.ended, artifact.value), new_files: made });
}

/** The whole output as an artifact; gives its name. */
function kept(output: Uint8Array, { paths }: CommandWork): Result<string> {
  try {
    return ok(storeBytes('command-log', output, '.log', paths.artifacts).path);
  } catch (error) {
    return refusedBySystem(error);
  }
}

const isResult = (end: ExecEnd): end is CommandResult['ended'] => ENDED.some((one) => one === end);

const told = (
  done: ExecResult,
  ended: CommandResult['ended'],
  artifact: string,
): Omit<CommandResult, 'new_files'> => ({
  ...{ ended, artifact, exit_code: done.exitCode, signal: done.signal },
  output: bounded(visible(Buffer.from(done.stdout).toString('utf8'))),
  output_bytes: done.stdout.length,
  duration_ms: Math.round(done.durationMs),
});

/** Characters at the begin and the end of a long output: what was run first, and how it ended. */
const [HEAD, TAIL] = [4000, 12_000];

function bounded(output: string): string {
  if (output.length <= HEAD + TAIL) return output;
  const left = output.length - HEAD - TAIL;
  return `${output.slice(0, HEAD)}\n… ${left} characters left out …\n${output.slice(-TAIL)}`;
}

interface NotRun extends Pick<ExecResult, 'overrun'> {
  program: string;
  seconds: number;
  artifact: string;
}

/** Every other end of a program, in words. */
function notRun(end: Exclude<ExecEnd, CommandResult['ended']>, { overrun, ...o }: NotRun): Problem {
  const where = visibleName(o.program);
  const ends: Readonly<Record<typeof end, Problem>> = {
    timeout: {
      code: 'TIMEOUT',
      message: text`the command did not end within ${o.seconds} s; its output so far is the artifact ${o.artifact}`,
    },
    'disk-limit': overrun ?? { code: 'DISK_FULL', message: text`the command wrote too much` },
    'not-found': { code: 'FILE_NOT_FOUND', message: text`there is no such program`, where },
    'not-executable': { code: 'ARGUMENTS_MALFORMED', message: text`this is no program`, where },
    aborted: { code: 'ENV_ERROR', message: text`the command was stopped: its step was left` },
  };
  return ends[end];
}
