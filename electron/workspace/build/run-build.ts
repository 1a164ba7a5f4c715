import { statSync } from 'node:fs';
import path from 'node:path';
import type { Confinement, Exec, ExecRequest, ExecResult } from '../../../shared/process.js';
import type { Artifact, BuildResult, Diagnostic } from '../../../shared/results.js';
import { inEnglish } from '../../../shared/texts/words.js';
import { storeArtifact, storeText } from './artifacts.js';
import { askCompilersAgain } from './ask-again.js';
import { distinct, parseDiagnostics } from './diagnostics.js';
import { readableLog } from './gcc-json.js';
import { FIXITS_IN_TEXT, withoutFixIts } from './gcc-text.js';
import { installCommand } from './install-commands.js';
import { killedIn } from './killed.js';
import { withLastWords } from './last-words.js';
import { missingTool } from './missing-tool.js';

interface BuildRequest {
  /** Where the command runs, absolute. */
  dir: string;
  /**
   * Top of the work tree, absolute; `dir` where absent. Places in diagnostics are relative to it, and it is the only
   * folder that the build may write to.
   */
  root?: string;
  command: readonly string[];
  env: Readonly<Record<string, string>>;
  timeoutSec: number;
  /** Absent: that is not watched. */
  maxWrittenBytes?: number;
  /** With these the command has done its work; absent: 0 alone. */
  okExitCodes?: readonly number[];
  /** Folders that it may read beside the system's, absolute. */
  readable?: readonly string[];
  /** Kind to path, relative to `dir`. */
  artifacts: Readonly<Record<string, string>>;
  /** Absolute; artifacts are stored in it under their hash. */
  artifactDir: string;
  operation: string;
  exec: Exec;
  /** Removes what builds have left in the tree. */
  discard: () => Promise<void>;
  signal: AbortSignal;
  onOutput?: (text: string) => void;
}

/** Beside the artifacts, which live as long as the work tree does: CMake and Meson remember the path of a compiler. */
const WRAPPERS = '.compilers';
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

/**
 * Runs a build, confined, in a fixed environment, and tells what came of it: diagnostics with fix-its, the
 * declared artifacts (of a build that succeeded; an older build's files would tell nothing), the log, and the
 * tool to install where one is missing. A declared artifact that is not there makes it a failure. An aborted
 * build is `success: false` with no exit code; the caller holds the signal.
 *
 * What compilers print is read as it is; only where one refused a source, and the build failed, is it run once more to hear it as JSON.
 */
export async function runBuild(o: BuildRequest): Promise<BuildResult> {
  const request = confined(o);
  const before = stampsOf(o);
  const { done, output } = await execute(o, request);
  const printed = parseDiagnostics(output, o.dir, rootOf(o));
  const refused = printed.some((one) => one.origin === 'compiler' && one.severity === 'error');
  const timeoutMs = request.timeoutMs - done.durationMs;
  const failed = done.ended === 'exit' && !isOk(o, done);
  const said =
    failed && refused && timeoutMs > 0
      ? await askCompilersAgain({ ...request, timeoutMs }, askedWith(o))
      : [];
  return judge(o, { done, output, before }, [...said, ...notSaid(printed, said)]);
}

const rootOf = (o: BuildRequest): string => o.root ?? o.dir;
const askedWith = ({ exec, discard, ...o }: BuildRequest) => ({
  ...{ exec, discard, root: o.root ?? o.dir },
  wrappers: path.join(o.artifactDir, WRAPPERS),
});

const confined = (o: BuildRequest): ExecRequest & { confine: Confinement } => ({
  argv: o.command,
  cwd: o.dir,
  env: { ...o.env, ...FIXITS_IN_TEXT, LC_ALL: 'C' },
  timeoutMs: o.timeoutSec * 1000,
  maxOutputBytes: MAX_OUTPUT_BYTES,
  maxWrittenBytes: o.maxWrittenBytes,
  signal: o.signal,
  operation: o.operation,
  confine: { writable: [rootOf(o)], readable: o.readable ?? [] },
  mergeOutput: true,
  repeats: true,
});

async function execute(o: BuildRequest, request: ExecRequest): Promise<{ done: ExecResult; output: string }> {
  let output = '';
  const decoder = new TextDecoder();
  const add = (text: string) => {
    output += text;
    if (text !== '') o.onOutput?.(withoutFixIts(text));
  };
  const onOutput = (chunk: Uint8Array) => add(decoder.decode(chunk, { stream: true }));
  const done = await o.exec({ ...request, onOutput });
  add(decoder.decode());
  return { done, output };
}

const isOk = ({ okExitCodes = [0] }: BuildRequest, { ended, exitCode }: ExecResult): boolean =>
  ended === 'exit' && exitCode !== null && okExitCodes.includes(exitCode);

interface Ran {
  done: ExecResult;
  output: string;
  /** The artifacts before the command ran. */
  before: Stamps;
}

/**
 * An exit code other than 0 is believed only where nothing speaks against it: the same code may mean warnings today and an
 * error tomorrow (Keil's `UV4 -b`: 1 warnings, 2 errors), and an old image would then be taken for the patch's own.
 */
async function judge(
  o: BuildRequest,
  { done, output, before }: Ran,
  heard: readonly Diagnostic[],
): Promise<BuildResult> {
  const isPlain = done.exitCode === 0;
  const exited = isOk(o, done) && (isPlain || heard.every((one) => one.severity !== 'error'));
  const stored = exited ? await collectArtifacts(o) : { artifacts: [], missing: [] };
  if (exited && !isPlain) stored.missing.push(...notNew(o, before));
  const success = exited && stored.missing.length === 0;
  const known = distinct([...heard, ...stored.missing, ...endedBy(o, done)]);
  const diagnostics = success ? known : [...known, ...unexplained(known, done, output)];
  const killed = killedIn(o.command, done, output);
  const tool = success || killed ? null : toolMissing(o.command, done, output, diagnostics);
  return {
    success,
    exit_code: done.exitCode,
    timed_out: done.ended === 'timeout',
    diagnostics,
    artifacts: stored.artifacts,
    log: storeText('build-log', readableLog(withoutFixIts(output)), '.log', o.artifactDir),
    duration_ms: done.durationMs,
    ...(killed ? { killed } : {}),
    ...(done.overrun ? { overrun: done.overrun } : {}),
    ...(tool ? { toolchain_missing: { tool, install: installCommand(tool) } } : {}),
  };
}

/**
 * What was printed and not also said as JSON. A recipe that changes folders prints names relative to
 * that folder, so that only the last part of a name is compared.
 */
function notSaid(printed: readonly Diagnostic[], said: readonly Diagnostic[]): Diagnostic[] {
  const key = ({ location, message }: Diagnostic) =>
    JSON.stringify([path.posix.basename(location?.file ?? ''), location?.line, message]);
  const known = new Set(said.map(key));
  return printed.filter((one) => one.origin !== 'compiler' || !known.has(key(one)));
}

async function collectArtifacts(o: BuildRequest): Promise<{ artifacts: Artifact[]; missing: Diagnostic[] }> {
  const artifacts: Artifact[] = [];
  const missing: Diagnostic[] = [];
  for (const [kind, declared] of Object.entries(o.artifacts)) {
    const stored = await storeArtifact(kind, declared, o.dir, o.artifactDir, {
      maxBytes: o.maxWrittenBytes,
      signal: o.signal,
    });
    if (stored.ok) artifacts.push(stored.value);
    else missing.push(makeError(inEnglish(stored.error.message)));
  }
  return { artifacts, missing };
}

/** What tells one writing of a file from another; undefined where there is none. */
type Stamps = ReadonlyMap<string, string | undefined>;

const stampsOf = (o: BuildRequest): Stamps =>
  new Map(Object.values(o.artifacts).map((declared) => [declared, stampOf(path.resolve(o.dir, declared))]));

function stampOf(file: string): string | undefined {
  const is = statSync(file, { throwIfNoEntry: false, bigint: true });
  return is && `${is.ino} ${is.mtimeNs} ${is.ctimeNs}`;
}

function notNew(o: BuildRequest, before: Stamps): Diagnostic[] {
  const now = stampsOf(o);
  return [...now]
    .filter(([declared, stamp]) => stamp !== undefined && stamp === before.get(declared))
    .map(([declared]) => makeError(`the build did not write ${declared}: it is as old as before`));
}

const makeError = (message: string): Diagnostic => ({
  severity: 'error',
  message,
  origin: 'make',
  fixits: [],
});

/** What the way the build ended has to say beyond its output. */
function endedBy(o: BuildRequest, done: ExecResult): Diagnostic[] {
  const name = o.command[0] ?? '';
  const told: Partial<Record<ExecResult['ended'], string>> = {
    timeout: `the build was ended after its time limit of ${o.timeoutSec} s`,
    'output-limit': `the build was ended: it printed more than ${MAX_OUTPUT_BYTES} bytes`,
    'disk-limit': done.overrun && inEnglish(done.overrun.message),
    signal: `the build was ended by ${done.signal ?? 'a signal'}`,
    'not-found': `${name}: no such program`,
    'not-executable': `${name} is not executable`,
  };
  const message = told[done.ended];
  return message ? [makeError(message)] : [];
}

/** What a program printed last that failed without any error that we can read. */
function unexplained(
  known: readonly Diagnostic[],
  { ended, exitCode }: ExecResult,
  output: string,
): Diagnostic[] {
  if (ended !== 'exit' || known.some((one) => one.severity === 'error')) return [];
  return [
    makeError(withLastWords(`the build failed with exit code ${exitCode}`, output.split(/\r\n|\n|\r/))),
  ];
}

/** Errors in the sources explain a failure better than a tool that was missed on the way. */
function toolMissing(
  command: readonly string[],
  done: ExecResult,
  output: string,
  diagnostics: readonly Diagnostic[],
): string | null {
  const program = command[0] ?? '';
  if (done.ended === 'not-found') return program;
  const inSources = diagnostics.some(
    (one) => one.severity === 'error' && one.origin !== 'make' && one.location,
  );
  if (inSources || done.ended !== 'exit') return null;
  const tool = missingTool(output.split(/\r\n|\n|\r/), done.exitCode);
  // a script of the repository is no tool to install
  const isOwn = tool !== null && /[\\/]/.test(tool) && !path.isAbsolute(tool);
  return isOwn && tool !== program ? null : tool;
}
