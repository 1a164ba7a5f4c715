import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Environment } from '../../../../electron/bench/environment.js';
import { openEnvironment } from '../../../../electron/bench/open-environment.js';
import type { ConfinementKind } from '../../../../electron/bench/process/confine.js';
import { createExec } from '../../../../electron/bench/process/exec.js';
import { findProfile } from '../../../../electron/bench/profiles.js';
import type { Profile } from '../../../../shared/profile.js';

const shipped = fileURLToPath(new URL('../../../../native-config/profiles/', import.meta.url));

export function profileOf(id: string): Profile {
  const found = findProfile(id, [shipped], '/');
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}

const children = { started: () => undefined, ended: () => undefined };

/** A folder for one test file, and sessions in it. */
export function openBench(confinement: ConfinementKind = 'bubblewrap') {
  const root = mkdtempSync(join(tmpdir(), 'bl-bench-'));
  const exec = createExec({ children, confinement });
  let sessions = 0;
  const open = (
    profile: Profile,
    request: { image?: string; command?: string[]; timeoutMs?: number; operation?: string },
  ): Environment => {
    sessions += 1;
    const sessionDir = join(root, `session-${sessions}`);
    const workTree = join(root, 'work');
    for (const dir of [sessionDir, workTree]) mkdirSync(dir, { recursive: true });
    const standard = { operation: `op-${process.pid}-${sessions}`, timeoutMs: 120_000, workTree, sessionDir };
    return openEnvironment(
      profile,
      { ...standard, ...request },
      { exec, children, home: root, brokerFile: '' },
    );
  };
  return { root, open, exec, close: () => rmSync(root, { recursive: true, force: true }) };
}

/** Pids of everything that carries an operation id in its arguments or its environment. */
export function operationsRunning(operation: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || pid === String(process.pid)) return false;
    try {
      const words = ['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`, 'latin1'));
      return words.join('\0').includes(operation);
    } catch {
      return false;
    }
  });
}

/** Ends every process that bears the operation's name; one may be gone by the end of another (bubblewrap and its child). */
export function killOperation(operation: string): void {
  for (const pid of operationsRunning(operation)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}
