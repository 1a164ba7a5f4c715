import type { Problem } from '../../../../shared/problem.js';
import { inEnglish } from '../../../../shared/texts/words.js';
import { compileFilter, compileHighlights } from '../line-rules.js';
import { listSegments } from '../segments.js';
import { timed } from '../timed.js';
import { createClock } from './clock.js';
import type { Answer, Ask, Grown } from './messages.js';
import { orderedSheet } from './ordered-sheet.js';
import { createPlotter } from './plotter.js';
import { type PortSource, rowsOf } from './rows.js';
import { type LineSheet, plainSheet } from './sheet.js';
import { createTimeline } from './timeline.js';

type Of<K extends Ask['ask']> = Omit<Extract<Ask, { ask: K }>, 'ask'>;

/** The sheet that the window looks at; another one whenever the ports, the rules or the numbers of the rows change. */
export interface ShownSheet {
  show(wish: Of<'show'>): Answer<'show'>;
  grow(): Grown;
  /** None where it is another sheet by now. */
  rows(wish: Of<'rows'>): Answer<'rows'>;
  rowAt(wish: Of<'rowAt'>): Answer<'rowAt'>;
  plot(wish: Of<'plot'>): Answer<'plot'>;
}

const NOTHING: Of<'show'> = { sources: [], filter: { include: [], exclude: [] }, highlights: [] };

/** @throws Error of the file system, or for an expression that is none (the caller has checked them) */
export function createShownSheet(): ShownSheet {
  const clock = createClock();
  let wish = NOTHING;
  let sources: PortSource[] = [];
  let sheet: LineSheet | null = null;
  let plotter: ReturnType<typeof createPlotter> | null = null;
  let number = 0;
  let slow = false;
  let leftOut = 0;
  let cuts = 0;

  const onSlow = (): void => {
    slow = true;
  };
  const build = (): void => {
    number += 1;
    leftOut = 0;
    plotter = null;
    sheet?.close();
    sources = wish.sources.map((source) => {
      const rules = wish.highlights.filter(({ port }) => port === source.port);
      const colours = timed(compiled(compileHighlights(rules)), null, onSlow);
      return { ...source, colours, timeline: createTimeline(source.folder) };
    });
    const [only] = sources;
    const plain = sources.length === 1 && wish.filter.include.length + wish.filter.exclude.length === 0;
    if (only === undefined) sheet = null;
    else if (plain) sheet = plainSheet(only);
    else sheet = orderedSheet(sources, timed(compiled(compileFilter(wish.filter)), true, onSlow), clock);
    cuts = -1;
  };

  /** Where the oldest bytes or rows went, every row has another number. */
  const renumber = (): void => {
    const now = sources.reduce((sum, { timeline }) => sum + timeline.cuts(), 0);
    if (cuts >= 0 && now > cuts) build();
    else if ((sheet?.leftOut() ?? 0) > leftOut) number += 1;
    if (cuts < 0) cuts = sheet === null ? 0 : now;
    leftOut = sheet?.leftOut() ?? 0;
  };

  return {
    show: (wanted) => {
      wish = wanted;
      slow = false;
      build();
      return null;
    },
    grow: () => {
      const whole = sheet?.grow() ?? true;
      renumber();
      return {
        sheet: { number, rows: sheet?.rows() ?? 0, leftOut, busy: !whole, slow },
        amounts: sources.map(({ port, folder, timeline }) => ({
          id: port,
          bytes: sizeOf(folder),
          gaps: timeline.gaps(),
        })),
      };
    },
    rows: (asked) =>
      sheet === null || asked.sheet !== number
        ? []
        : rowsOf(sheet.lines(asked.from, asked.count), sources, clock),
    plot: ({ sheet: of }) => {
      if (sheet === null || of !== number) return [];
      plotter ??= createPlotter(sheet, sources, clock);
      return plotter.draw();
    },
    rowAt: ({ port, offset, sheet: of }) => {
      const source = sources.findIndex((one) => one.port === port);
      return sheet === null || of !== number || source < 0 ? 0 : sheet.rowAt(source, offset);
    },
  };
}

function compiled<T>(result: { ok: true; value: T } | { ok: false; error: Problem }): T {
  if (result.ok) return result.value;
  throw new Error(inEnglish(result.error.message));
}

const sizeOf = (folder: string): number => listSegments(folder).reduce((sum, { size }) => sum + size, 0);
