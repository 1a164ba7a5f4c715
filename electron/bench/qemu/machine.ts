import type { Socket } from 'node:net';
import { resolve } from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { Exec, ExecResult } from '../../../shared/process.js';
import type { QemuProfile } from '../../../shared/profile.js';
import type { EnvironmentRequest } from '../environment.js';
import { missingSimulator } from '../missing-simulator.js';
import { ABORTED, within } from '../within.js';
import { qemuArgv } from './arguments.js';
import { type Attachment, openAttachment } from './attach.js';
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
