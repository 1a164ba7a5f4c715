import type { Port } from '../../../shared/port.js';
import type { Problem } from '../../../shared/problem.js';
import { permissionProblem } from '../link/permission-problem.js';
import { driverProblem } from './driver-problem.js';

/** Why what is plugged in cannot be used, and what to do about it; null where it can, or is no board. */
export async function portProblem(port: Port): Promise<Problem | null> {
  const denied = port.access === 'denied' && port.path !== null && matters(port);
  return denied ? permissionProblem(port.path ?? '') : driverProblem(port);
}

/** Nobody flashes a keyboard. */
const matters = ({ kind, functions }: Port): boolean =>
  kind === 'serial' || functions.some((one) => one === 'dfu' || one === 'dfu-runtime' || one === 'cmsis-dap');
