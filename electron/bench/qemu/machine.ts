import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Exec, ExecResult } from '../../../shared/process.js';
import type { QemuProfile } from '../../../shared/profile.js';
import type { EnvironmentRequest } from '../environment.js';
import { missingSimulator } from '../missing-simulator.js';
import { ABORTED, within } from '../within.js';
import { type HostCalls, refuseHostCalls } from './host-calls.js';
import { createQmp, type Qmp } from './qmp.js';

/** From spawn to the first QMP answer; 20–50 ms where nothing is wrong and the computer is not busy. */
const START_MS = 30_000;

/** No session lasts so long; a limit all the same, as `Exec` wants one. */
const LIFETIME_MS = 24 * 3600 * 1000;

/** A simulator that complains without end is ended; a register dump has 1 kB. */
const MAX_STDERR = 256 * 1024;

/** After `quit`; QEMU needs a few milliseconds. */
const QUIT_MS = 200;

/** A QEMU that is up and stands still, its console, QMP and debugger connected. */
export interface Machine {
  console: Socket;
  qmp: Qmp;
  hostCalls: HostCalls;
  ended: Promise<ExecResult>;
  /** Its own words so far. */
  stderr(): string;
  /** Asks it to go, then ends it. Settles when nothing of it is left. */
  quit(): Promise<void>;
  /** Ends it at once. */
  kill(): Promise<void>;
}

/** Starts QEMU and attaches to it. Errors: TOOLCHAIN_MISSING, TEST_ENV_FAILURE with QEMU's own words. */
export async function startMachine(
  profile: QemuProfile,
  request: EnvironmentRequest & { image: string },
  exec: Exec,
  signal: AbortSignal,
): Promise<Result<Machine>> {
  const attachment = await openAttachment();
  const machine = spawn(profile, request, exec, attachment);
  try {
    const attached = attachment.connected.then(async (at) => {
      // read on while nobody watches: QEMU blocks on a full socket. Before its release the target says nothing
      at.console.on('data', () => undefined);
      const qmp = createQmp(at.qmp);
      const ready = await qmp.command('qmp_capabilities');
      const hostCalls = refuseHostCalls(at.debugger);
      return ready.ok ? { console: at.console, qmp, hostCalls } : machine.ended;
    });
    const first = await within(Promise.race([attached, machine.ended]), { ms: START_MS, signal });
    if (typeof first === 'object' && 'qmp' in first) return ok(withQuit({ ...machine, ...first }));
    await machine.kill();
    if (first === 'aborted') return fail(ABORTED);
    return fail(notUp(profile, await machine.ended, machine.stderr()));
  } finally {
    attachment.close();
  }
}

type Spawned = Pick<Machine, 'ended' | 'stderr' | 'kill'>;

function spawn(
  profile: QemuProfile,
  request: EnvironmentRequest & { image: string },
  exec: Exec,
  attachment: Attachment,
): Spawned {
  const off = new AbortController();
  const words: Uint8Array[] = [];
  const ended = exec({
    argv: qemuArgv(profile, request.image, request.operation, attachment.addresses),
    cwd: resolve('/'),
    timeoutMs: LIFETIME_MS,
    maxOutputBytes: MAX_STDERR,
    operation: request.operation,
    confine: { writable: attachment.folders, readable: [request.image] },
    mergeOutput: false,
    signal: off.signal,
    onOutput: (chunk) => words.push(chunk),
  });
  return {
    ended,
    stderr: () => Buffer.concat(words).toString(),
    kill: async () => {
      off.abort();
      await ended;
    },
  };
}

function withQuit(machine: Omit<Machine, 'quit'>): Machine {
  const quit = async () => {
    void machine.qmp.command('quit');
    await within(machine.ended, { ms: QUIT_MS });
    await machine.kill();
  };
  return { ...machine, quit };
}

function notUp(profile: QemuProfile, end: ExecResult, words: string): Problem {
  if (end.ended === 'not-found' || end.ended === 'not-executable') {
    return missingSimulator(profile, end.ended);
  }
  const how = { aborted: `did not come up within ${START_MS} ms`, exit: `exited with ${end.exitCode}` };
  const ending =
    end.ended === 'aborted' || end.ended === 'exit' ? how[end.ended] : `ended: ${end.signal ?? end.ended}`;
  return {
    code: 'TEST_ENV_FAILURE',
    message: `${profile.binary} (machine ${profile.machine}) ${ending}${words.trim() === '' ? '' : `: ${words.trim()}`}`,
    where: `profile ${profile.id}`,
    next: 'check the machine, the UART and the image; QEMU says above what it refused',
  };
}

interface Attachment {
  addresses: Attachments;
  /** What a confined QEMU must be able to write to. */
  folders: string[];
  /** All connections of QEMU; pending for ever where it never connects. */
  connected: Promise<Record<keyof Attachments, Socket>>;
  /** Stops listening and removes the folder; the connections stay. */
  close(): void;
}

/**
 * Places for QEMU to connect to. We listen and it connects, not the other way round: nothing has to be retried, and
 * a QEMU whose parent died before it was confined finds nobody and exits. Unix sockets lie in a short folder of their
 * own (a path in sockaddr_un has 108 bytes, and session folders may be deep); Windows has loopback TCP.
 */
async function openAttachment(): Promise<Attachment> {
  const folder = process.platform === 'win32' ? null : mkdtempSync(join(tmpdir(), 'bl-s'));
  const servers = { console: createServer(), qmp: createServer(), debugger: createServer() };
  const connected = Promise.all([accept(servers.console), accept(servers.qmp), accept(servers.debugger)]);
  return {
    addresses: {
      console: await listen(servers.console, folder && join(folder, 'con')),
      qmp: await listen(servers.qmp, folder && join(folder, 'qmp')),
      debugger: await listen(servers.debugger, folder && join(folder, 'gdb')),
    },
    folders: folder === null ? [] : [folder],
    connected: connected.then(([console, qmp, port]) => ({ console, qmp, debugger: port })),
    close: () => {
      for (const server of Object.values(servers)) server.close();
      if (folder !== null) rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function listen(server: Server, path: string | null): Promise<string> {
  if (path === null) server.listen(0, '127.0.0.1');
  else server.listen(path);
  await once(server, 'listening');
  const address = server.address();
  if (address === null) throw new Error('a listening socket without an address');
  if (typeof address === 'string') return `path=${optionValue(address)}`;
  return `host=${address.address},port=${address.port}`;
}

const accept = (server: Server) =>
  new Promise<Socket>((resolve) =>
    server.once('connection', (socket) => {
      // QEMU may die at any moment; `close` follows, and the end of the process tells the story
      socket.on('error', () => undefined);
      resolve(socket);
    }),
  );

/** Where QEMU finds us: the part of a `-chardev socket` option that names the place. */
interface Attachments {
  console: string;
  qmp: string;
  debugger: string;
}

/** In QEMU's option lists a comma ends a value; doubled it is a comma (QEMU, "Standard options"). */
const optionValue = (text: string): string => text.replaceAll(',', ',,');

/**
 * QEMU's argument vector: started stopped (`-S`), so that the console is attached before the first instruction;
 * the console on the profile's UART, QMP and its debugger on sockets to which QEMU itself connects. Semihosting is on for its
 * exit codes, with `target=gdb`: with `native` firmware could run commands on this computer (SYS_SYSTEM).
 * Source: QEMU, "Invocation".
 */
function qemuArgv(profile: QemuProfile, image: string, operation: string, at: Attachments): string[] {
  const unusedUarts = Array.from({ length: profile.uart }, () => ['-serial', 'null']).flat();
  return [
    profile.binary,
    ...['-name', optionValue(`benchloop-${operation}`), '-machine', profile.machine],
    ...['-nodefaults', '-no-user-config', '-display', 'none', '-monitor', 'none', '-S'],
    ...['-semihosting-config', 'enable=on,target=gdb'],
    ...[
      '-chardev',
      `socket,id=console,server=off,${at.console}`,
      ...unusedUarts,
      '-serial',
      'chardev:console',
    ],
    ...['-chardev', `socket,id=qmp,server=off,${at.qmp}`, '-mon', 'chardev=qmp,mode=control'],
    ...['-chardev', `socket,id=debugger,server=off,${at.debugger}`, '-gdb', 'chardev:debugger'],
    ...(profile.icount === undefined ? [] : ['-icount', profile.icount]),
    ...['-kernel', image],
  ];
}
