import { ROW_TEXT, type Row } from '../../../../shared/ipc/console-rows.js';
import { momentAt } from '../moments.js';
import type { Clock } from './clock.js';
import type { SheetLine, Source } from './sheet.js';

/** A source with the name of its port, and the colours of its lines. */
export interface PortSource extends Source {
  port: string;
  colours(lines: readonly string[]): Row['colour'][];
}

/** Lines as the window shows them, with their time, their colour and what happened at them. */
export function rowsOf(lines: readonly SheetLine[], sources: readonly PortSource[], clock: Clock): Row[] {
  const rows = Array<Row | undefined>(lines.length);
  sources.forEach((of, source) => {
    const own = lines.flatMap((line, at) =>
      line.source === source ? [{ ...line, at, text: line.bytes.toString('utf8') }] : [],
    );
    const colours = of.colours(own.map(({ text }) => text));
    own.forEach((line, i) => {
      rows[line.at] = rowOf(line, of, colours[i] ?? null, clock);
    });
  });
  return rows.filter((row) => row !== undefined);
}

function rowOf(
  { offset, bytes, next, cut, text }: SheetLine & { text: string },
  { folder, port, timeline }: PortSource,
  colour: Row['colour'],
  clock: Clock,
): Row {
  const came = momentAt(folder, offset);
  return {
    port,
    offset,
    text: text.slice(0, ROW_TEXT),
    cut: cut || text.length > ROW_TEXT,
    wallMs: came?.wallMs ?? null,
    monotonicMs: came ? clock.monotonicMs(came) : null,
    colour,
    events: timeline.eventsIn(offset, next).flatMap((mark) => {
      const { kind, count, text: words, wallMs } = mark;
      const at = Math.min(ROW_TEXT, bytes.toString('utf8', 0, mark.offset - offset).length);
      if (kind === 'data') return [];
      return [{ kind, count, text: words, at, wallMs, monotonicMs: clock.monotonicMs(mark) }];
    }),
  };
}
