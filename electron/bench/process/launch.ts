import { Readable } from 'node:stream';
import { execa } from 'execa';
import type { Confinement, ExecRequest } from '../../../shared/process.js';
import { confineArgv, fixedEnvironment, PASSWD, UNTRUSTED_ENVIRONMENT } from './confine.js';
import { openMergedOutput } from './merged-output.js';
import { confinedFolders, searchFolders } from './search-path.js';

/** How a started program ended, or why the system did not start it (`errno`). */
export interface RawEnd {
  exitCode: number | null;
  signal: string | null;
  errno: string | null;
}

export interface Launched {
  /** Absent where the system did not start it. */
  pid: number | undefined;
  stdout: Readable;
  /** Absent where both streams are merged. */
  stderr: Readable | null;
  /** Bubblewrap's status lines; absent where the program runs unconfined. */
  status: Readable | null;
  /** The process itself has gone; its output may still be on its way. */
  exited: Promise<void>;
  /** All of it has ended, its streams too. Never rejects. */
  ended: Promise<RawEnd>;
}

/** The folders in which a program is looked for, which are also its PATH. */
export const foldersFor = (confined: boolean): string[] => (confined ? confinedFolders() : searchFolders());

/** Starts a program at the head of its own process group, under bubblewrap where `confine` is given. */
export async function launch(request: ExecRequest, confine: Confinement | undefined): Promise<Launched> {
  const merged = request.mergeOutput ? await openMergedOutput() : null;
  const [file = '', ...args] = commandLine(request, confine);
  const output = merged?.writeEnd ?? 'pipe';
  const child = execa(file, args, {
    cwd: confine ? '/' : request.cwd,
    env: environment(request, confine),
    extendEnv: false,
    reject: false,
    buffer: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio: ['ignore', output, output, ...(confine ? (['pipe', Buffer.from(PASSWD)] as const) : [])],
  });
  merged?.writeEnd.destroy();
  const stdout = merged?.readEnd ?? readable(child.stdio[1]);
  if (!stdout) throw new Error('a program was started without its output');
  return {
    pid: child.pid,
    stdout,
    stderr: readable(child.stdio[2]),
    status: readable(child.stdio[3]),
    exited: new Promise((resolve) => child.once('exit', () => resolve())),
    ended: child.then((end) => ({
      exitCode: end.exitCode ?? null,
      signal: end.signal ?? null,
      errno: end.code ?? null,
    })),
  };
}

function commandLine(request: ExecRequest, confine: Confinement | undefined): readonly string[] {
  if (confine === undefined) return request.argv;
  const { cwd, env = {}, operation } = request;
  return confineArgv(request.argv, confine, { cwd, env, operation });
}

/** Of what runs confined only bubblewrap itself reads this; `confineArgv` states the program's own. */
function environment(request: ExecRequest, confine: Confinement | undefined): Record<string, string> {
  const fixed = fixedEnvironment(foldersFor(confine !== undefined), request.operation);
  if (confine !== undefined) return fixed;
  return { ...(request.confine ? UNTRUSTED_ENVIRONMENT : {}), ...request.env, ...fixed };
}

const readable = (stream: unknown): Readable | null => (stream instanceof Readable ? stream : null);
