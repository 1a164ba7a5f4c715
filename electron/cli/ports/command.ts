import { NONE_LISTED, portLine } from '../../../shared/list-lines.js';
import { listPorts } from '../../bench/ports/list-ports.js';
import { type PortChange, watchPorts } from '../../bench/ports/watch-ports.js';
import { parseCommand } from '../arguments.js';
import type { Command, CommandDeps } from '../command.js';
import { EXIT, type Output, refuse } from '../output.js';
import { SIGNALS } from '../surroundings.js';

const OPTIONS = { json: { type: 'boolean' }, watch: { type: 'boolean' } } as const;

/** `benchloop ports`: the ports that are there; with `--watch` each change, until Ctrl-C. */
export const portsCommand: Command = async ({ out, at }, args) => {
  const parsed = parseCommand(args, OPTIONS, { least: 0, most: 0, names: '' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const json = parsed.value.flag('json');
  if (parsed.value.flag('watch')) return watch({ out, at }, json);
  const listed = await listPorts();
  if (!listed.ok) return refuse(out, listed.error, json);
  if (json) out.json({ ports: listed.value });
  else for (const port of listed.value) out.line(portLine(port, out.say));
  if (!json && listed.value.length === 0) out.note(out.say(NONE_LISTED.ports));
  return EXIT.success;
};

const CHANGES = ['added', 'removed', 'changed'] as const;

/** Ends with Ctrl-C, or when nobody reads any more. */
async function watch({ out, at }: Pick<CommandDeps, 'out' | 'at'>, json: boolean): Promise<number> {
  const watching = watchPorts((change) => {
    if (change.ok) tellChange(change.value, out, json);
    else out.note(`benchloop: ${out.tell(change.error)}`);
  });
  await new Promise<void>((resolve) => {
    const end = (): void => {
      for (const signal of SIGNALS) at.signals.off(signal, end);
      at.stdout.off('error', end);
      resolve();
    };
    for (const signal of SIGNALS) at.signals.once(signal, end);
    at.stdout.on('error', end);
  });
  watching.stop();
  return EXIT.success;
}

function tellChange(change: PortChange, out: Output, json: boolean): void {
  for (const what of CHANGES)
    for (const port of change[what]) {
      if (json) out.json({ type: what, at: new Date().toISOString(), port });
      else out.line(`${out.say(what)}  ${portLine(port, out.say)}`);
    }
}
