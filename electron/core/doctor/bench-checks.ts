import path from 'node:path';
import type { Port } from '../../../shared/port.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { portProblem } from '../../bench/ports/port-problem.js';
import { findProgram, searchFolders } from '../../bench/process/search-path.js';
import { installCommand } from '../../workspace/build/install-commands.js';
import { type Check, detailOf } from './check.js';
import { linuxChecks } from './linux-checks.js';
import { linuxFacts } from './linux-facts.js';

/** Programs that profiles of boards and controllers can name; where a package manager has none, how else to get one. */
const TOOLS: readonly (readonly [names: readonly string[], how?: string])[] = [
  [['openocd']],
  [['pyocd'], 'pipx install pyocd'],
  [['probe-rs'], 'cargo install probe-rs-tools --locked'],
  [['avrdude']],
  [['dfu-util']],
  [['stm32flash']],
  [['esptool', 'esptool.py'], 'pipx install esptool'],
  [['ipmitool']],
];

/**
 * What boards on the desk need. Nothing here is a must: simulated targets and this computer do without it, so what is
 * missing is told with `ok`, and what to do in `next`. `resources` holds what ships beside the code.
 */
export async function benchChecks(resources: string): Promise<Check[]> {
  return [
    ...(await systemChecks(resources)),
    ...(await portChecks()),
    ...TOOLS.map(([names, how]) => toolCheck(names, how)),
  ];
}

/** What of the system lets ports be opened, or stands in the way of it, whatever is plugged in. */
export async function systemChecks(resources: string): Promise<Check[]> {
  const rules = path.join(resources, 'udev', '60-benchloop.rules');
  return [
    await loads('serialport', () => import('serialport')),
    await loads('usb', () => import('usb')),
    ...(process.platform === 'linux' ? linuxChecks(await linuxFacts(rules), rules) : []),
    ...(process.platform === 'win32' ? [windowsCheck(resources)] : []),
  ];
}

async function loads(name: string, load: () => Promise<unknown>): Promise<Check> {
  try {
    await load();
    return { name, ok: true, detail: 'loads' };
  } catch (error) {
    const words = error instanceof Error ? error.message : String(error);
    return {
      name,
      ok: true,
      detail: `does not load, so boards cannot be used: ${words}`,
      next: 'npm run setup',
    };
  }
}

function toolCheck(names: readonly string[], how: string | undefined): Check {
  const [name = ''] = names;
  const folders = searchFolders();
  const isThere = names.some((one) => findProgram(one, path.resolve('/'), folders) === 'found');
  return isThere
    ? { name: `tool ${name}`, ok: true, detail: 'installed' }
    : {
        name: `tool ${name}`,
        ok: true,
        detail: 'not installed; only profiles that name it need it',
        next: how ?? installCommand(name),
      };
}

const windowsCheck = (resources: string): Check => ({
  name: 'USB drivers',
  ok: true,
  detail: 'Windows brings the most common ones',
  next: `for others see ${path.join(resources, 'windows.md')}`,
});

/** What is plugged in and cannot be used. */
async function portChecks(): Promise<Check[]> {
  const ports = await listPorts();
  if (!ports.ok) return [{ name: 'ports', ok: true, ...detailOf(ports.error) }];
  const checks = await Promise.all(ports.value.map(portCheck));
  return checks.flatMap((check) => check ?? []);
}

async function portCheck(port: Port): Promise<Check | null> {
  const problem = await portProblem(port);
  if (problem === null) return null;
  return {
    name: `port ${port.path ?? port.topology}`,
    ok: true,
    ...detailOf(problem),
  };
}
