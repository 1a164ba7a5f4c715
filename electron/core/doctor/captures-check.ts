import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { consolesFolder, folderName } from '../../bench/console/capture-folder.js';
import { listSegments } from '../../bench/console/segments.js';
import { listPorts, type PortSource, THIS_COMPUTER } from '../../bench/ports/list-ports.js';
import { identityOf } from '../../bench/ports/same-board.js';
import type { Check } from './check.js';

/** Captures that are named. */
const MOST_NAMED = 5;
const MB = 1_000_000;

/**
 * Captures under the name of a port that no port here leads to: those of before captures belonged to devices, and those of
 * ports that are gone. Nothing lists them but this.
 */
export async function captureChecks(home: string, source: PortSource = THIS_COMPUTER): Promise<Check[]> {
  const folder = consolesFolder(home);
  const listed = await listPorts(source);
  if (!listed.ok || !existsSync(folder)) return [];
  const ports = listed.value;
  const used = ports.map((port) => folderName(port.path ?? '', identityOf(port, ports)));
  const left = readdirSync(folder).filter((name) => !name.startsWith('usb-') && !used.includes(name));
  if (left.length === 0) return [];
  const bytes = left
    .flatMap((name) => listSegments(path.join(folder, name)))
    .reduce((sum, { size }) => sum + size, 0);
  const named = [...left.slice(0, MOST_NAMED), ...(left.length > MOST_NAMED ? ['…'] : [])].join(', ');
  return [
    {
      name: 'captures',
      ok: true,
      detail: `${left.length} by names that no port here goes by, ${Math.ceil(bytes / MB)} MB: ${named}`,
      next: `what the ports said is in the .raw files below ${folder}; remove the folders that you do not need`,
    },
  ];
}
