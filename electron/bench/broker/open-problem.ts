import { stat } from 'node:fs/promises';
import type { Problem } from '../../../shared/problem.js';

/** What the system says, by platform and library, and what it means. The first row that matches counts. */
const REASONS: readonly { says: RegExp; problem: Omit<Problem, 'where'> }[] = [
  {
    says: /ENOENT|no such file|file not found|ENXIO|no such device/i,
    problem: {
      code: 'PORT_NOT_FOUND',
      message: 'there is no such port',
      next: 'plug the device in, or see `benchloop ports` for the ports that are there',
    },
  },
  {
    says: /cannot lock|resource temporarily unavailable|busy|EBUSY/i,
    problem: {
      code: 'PORT_BUSY',
      message: 'another program has the port open',
      next: 'close it there (a terminal, an IDE, ModemManager) and try again',
    },
  },
  {
    says: /EACCES|permission denied|EPERM|operation not permitted/i,
    problem: {
      code: 'PORT_PERMISSION',
      message: 'you may not open the port',
      next: 'on Linux add yourself to its group, `sudo usermod -aG dialout $USER`, and log in again',
    },
  },
  {
    // Windows says so for a port that is open elsewhere.
    says: /access denied/i,
    problem: {
      code: 'PORT_BUSY',
      message: 'another program has the port open',
      next: 'close it there and try again',
    },
  },
];

/** Why a port could not be opened: PORT_NOT_FOUND, PORT_BUSY, PORT_PERMISSION, USAGE for what is no port, ENV_ERROR. */
export async function openProblem(error: unknown, path: string): Promise<Problem> {
  const said = error instanceof Error ? error.message : String(error);
  const reason = REASONS.find(({ says }) => says.test(said));
  if (reason) return { ...reason.problem, where: path };
  if (await isNoDevice(path))
    return {
      code: 'PORT_NOT_FOUND',
      message: 'this is not a serial port',
      where: path,
      next: 'see `benchloop ports`',
    };
  return { code: 'ENV_ERROR', message: `the port cannot be opened: ${said}`, where: path };
}

async function isNoDevice(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(path).catch(() => null);
  return found !== null && !found.isCharacterDevice();
}
