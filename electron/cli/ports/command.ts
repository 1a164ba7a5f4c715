import type { Port } from '../../../shared/port.js';
import type { Say } from '../../../shared/texts/language.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { type PortChange, watchPorts } from '../../bench/ports/watch-ports.js';
import { parseCommand } from '../arguments.js';
import type { Command } from '../command.js';
import { EXIT, type Output, refuse } from '../output.js';

const OPTIONS = { json: { type: 'boolean' }, watch: { type: 'boolean' } } as const;

/** `benchloop ports`: the ports that are there; with `--watch` each change, until Ctrl-C. */
export const portsCommand: Command = async ({ out }, args) => {
  const parsed = parseCommand(args, OPTIONS, { least: 0, most: 0, names: '' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const json = parsed.value.flag('json');
  if (parsed.value.flag('watch')) return watch(out, json);
  const listed = await listPorts();
  if (!listed.ok) return refuse(out, listed.error, json);
  if (json) out.json({ ports: listed.value });
  else for (const port of listed.value) out.line(lineOf(port, out.say));
  if (!json && listed.value.length === 0)
    out.note(out.say('There are no serial ports and no USB devices here. See `benchloop doctor`.'));
  return EXIT.success;
};

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const CHANGES = ['added', 'removed', 'changed'] as const;

/** Ends with Ctrl-C, or when nobody reads any more. */
async function watch(out: Output, json: boolean): Promise<number> {
  const watching = watchPorts((change) => {
    if (change.ok) tellChange(change.value, out, json);
    else out.note(`benchloop: ${out.tell(change.error)}`);
  });
  await new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
    process.stdout.once('error', () => resolve());
  });
  watching.stop();
  return EXIT.success;
}

function tellChange(change: PortChange, out: Output, json: boolean): void {
  for (const what of CHANGES)
    for (const port of change[what]) {
      if (json) out.json({ type: what, at: new Date().toISOString(), port });
      else out.line(`${out.say(what)}  ${lineOf(port, out.say)}`);
    }
}

/** One line for a person: path, USB ids, names, where it is plugged in, and what stands in the way. */
function lineOf(port: Port, say: Say): string {
  const parts = [
    (port.path ?? '-').padEnd(14),
    port.vendor === null ? '' : `${port.vendor}:${port.product}`,
    [port.manufacturer, port.description].filter((name) => name !== null).join(' '),
    port.serial === null ? '' : say(`serial number ${port.serial}`),
    port.topology === null
      ? ''
      : `USB ${port.topology}${port.interface === null ? '' : `:${port.interface}`}`,
    port.driver ?? '',
    port.functions.join(', '),
    ACCESS[port.access] === null ? '' : say(ACCESS[port.access] ?? ''),
    ...port.in_use_by.map(({ pid, program }) => say(`open in ${program} (process ${pid})`)),
  ];
  return parts.filter((part) => part !== '').join('  ');
}

const ACCESS: Readonly<Record<Port['access'], string | null>> = {
  allowed: null,
  unknown: null,
  denied: 'you may not open it',
  missing: 'has no device file here',
};
