import { resolve } from 'node:path';
import { fail, ok, type Result } from '../../shared/problem.js';
import type { Exec } from '../../shared/process.js';
import type { Profile } from '../../shared/profile.js';
import type { Environment, EnvironmentRequest } from './environment.js';
import { createHostEnvironment } from './host/host-environment.js';
import { missingSimulator } from './missing-simulator.js';
import { findProgram, searchFolders } from './process/search-path.js';
import { createQemuEnvironment } from './qemu/qemu-environment.js';

/** The target that a profile describes; nothing is started yet. */
export function openEnvironment(profile: Profile, request: EnvironmentRequest, exec: Exec): Environment {
  switch (profile.kind) {
    case 'qemu':
      return createQemuEnvironment(profile, request, exec);
    case 'host':
      return createHostEnvironment(profile, request, exec);
  }
}

/** Whether the simulator is installed. Error: TOOLCHAIN_MISSING with the command that installs it. */
export async function checkProfileTools(profile: Profile): Promise<Result<void>> {
  if (profile.kind === 'host') return ok(undefined);
  const found = findProgram(profile.binary, resolve('/'), searchFolders());
  return found === 'found' ? ok(undefined) : fail(missingSimulator(profile, found));
}
