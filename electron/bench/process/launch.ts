import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  mkdtempSync,
  openSync,
  type ReadStream,
  readSync,
  rmSync,
  unlinkSync,
  type WriteStream,
  writeSync,
} from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { execa } from 'execa';
import type { Confinement, ExecRequest } from '../../../shared/process.js';
import { confineArgv, fixedEnvironment, PASSWD, UNTRUSTED_ENVIRONMENT } from './confine.js';
import { confinedSearch, searchFolders } from './search-path.js';
import { seccompFilter } from './seccomp.js';

/** Two lines of JSON have some 300 bytes. */
const MAX_STATUS = 4096;

/** How a started program ended, or why the system did not start it (`errno`). */
export interface RawEnd {
  exitCode: number | null;
  signal: string | null;
  errno: string | null;
}

export interface Launched {
  /** Absent where the system did not start it. */
  pid: number | undefined;
  child: Pick<ChildProcess, 'ref' | 'unref'>;
  /** Absent where the program has none. */
  stdin: Writable | null;
  stdout: Readable;
  /** Absent where both streams are merged. */
  stderr: Readable | null;
  /** Bubblewrap's status lines, to be read once, after the end; absent where the program runs unconfined. */
  status: (() => string) | null;
  /** The first process in bubblewrap's pid namespace, once it is there; with it all of them die. */
  inner: () => number | null;
  /** The process itself has gone; its output may still be on its way. Never rejects. */
  exited: Promise<RawEnd>;
}

/** The folders in which a program is looked for, which are also its PATH. */
export const foldersFor = (confined: boolean): readonly string[] =>
  confined ? confinedSearch().folders : searchFolders();

/** Starts a program at the head of its own process group, under bubblewrap where `confine` is given. */
export async function launch(
  request: ExecRequest,
  confine: Confinement | undefined,
  stdin: 'ignore' | 'pipe' = 'ignore',
): Promise<Launched> {
  const merged = request.mergeOutput ? await openMergedOutput() : null;
  const [file = '', ...args] = commandLine(request, confine);
  const status = confine ? openStatus() : null;
  const passwd = confine ? openContent(PASSWD) : null;
  const filter = confine ? openContent(seccompFilter() ?? '') : null;
  const input = request.stdinFile === undefined ? null : openInput(request.stdinFile);
  const output = merged?.writeEnd ?? 'pipe';
  const child = execa(file, args, {
    cwd: confine ? '/' : request.cwd,
    env: environment(request, confine),
    extendEnv: false,
    reject: false,
    buffer: false,
    detached: process.platform !== 'win32',
    windowsHide: true,
    stdio:
      status && passwd && filter
        ? [input ?? stdin, output, output, status.stream, passwd, filter]
        : [input ?? stdin, output, output],
  });
  merged?.writeEnd.destroy();
  passwd?.destroy();
  filter?.destroy();
  input?.destroy();
  const stdout = merged?.readEnd ?? readable(child.stdio[1]);
  if (!stdout) throw new Error('a program was started without its output');
  return {
    pid: child.pid,
    child,
    stdin: writable(child.stdio[0]),
    stdout,
    stderr: readable(child.stdio[2]),
    status: status?.read ?? null,
    inner: status?.inner ?? (() => null),
    exited: new Promise((resolve) => {
      child.once('exit', (exitCode, signal) => resolve({ exitCode, signal, errno: null }));
      if (child.pid !== undefined) return;
      void child.then(({ code = null }) => resolve({ exitCode: null, signal: null, errno: code }));
    }),
  };
}

/** What is started to run the request. */
export function commandLine(request: ExecRequest, confine: Confinement | undefined): readonly string[] {
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

const writable = (stream: unknown): Writable | null => (stream instanceof Writable ? stream : null);
const readable = (stream: unknown): Readable | null => (stream instanceof Readable ? stream : null);

/**
 * A file without a name for bubblewrap's status. Not a pipe: bubblewrap would die of SIGPIPE where we were killed just
 * before, half set up, and leave a child that waits for ever.
 */
function openStatus(): { stream: WriteStream; read: () => string; inner: () => number | null } {
  const descriptor = openNameless('');
  const look = () => {
    const buffer = Buffer.alloc(MAX_STATUS);
    return buffer.toString('utf8', 0, readSync(descriptor, buffer, 0, MAX_STATUS, 0));
  };
  const read = () => {
    const text = look();
    closeSync(descriptor);
    return text;
  };
  const inner = () => {
    const pid = /"child-pid": (\d+)/.exec(look())?.[1];
    return pid === undefined ? null : Number(pid);
  };
  // as a stream: execa's types know no bare descriptor beyond 2
  return { stream: createWriteStream('', { fd: descriptor, autoClose: false }), read, inner };
}

/** A file too: for a pipe its other end would have to be written while bubblewrap starts. */
const openContent = (content: string | Buffer): ReadStream =>
  createReadStream('', { fd: openNameless(content) });

/** The program gets the open file, wherever its confinement lets it look. */
const openInput = (file: string): ReadStream => createReadStream('', { fd: openSync(file, 'r') });

/** A file that has `content`, is read from its beginning, and has no name in the file system any more. */
function openNameless(content: string | Buffer): number {
  const file = join(tmpdir(), `bl-${randomUUID()}`);
  const descriptor = openSync(file, 'wx+', 0o600);
  unlinkSync(file);
  writeSync(descriptor, Buffer.from(content), 0, undefined, 0);
  return descriptor;
}

interface MergedOutput {
  /** For the child, as its stdout and its stderr; destroy it here once the child runs. */
  writeEnd: Socket;
  readEnd: Socket;
}

/**
 * One pipe that a child can have as both of its output streams: only so do the bytes keep the order in which they
 * were written. Node offers no pipe(2); a connected pair of local sockets does the same. Its name in the file
 * system is gone when this returns. On Windows it is a named pipe.
 */
async function openMergedOutput(): Promise<MergedOutput> {
  const folder = mkdtempSync(join(tmpdir(), 'bl-s'));
  const name = join(folder, 'out');
  const server = createServer();
  try {
    server.listen(process.platform === 'win32' ? `\\\\.\\pipe\\${name.replaceAll('\\', '-')}` : name);
    await once(server, 'listening');
    const writeEnd = connect({ path: String(server.address()) });
    const accepted = new Promise<Socket>((resolve) => server.once('connection', resolve));
    await once(writeEnd, 'connect');
    return { writeEnd, readEnd: await accepted };
  } finally {
    server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
