import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Plot } from '../../shared/ipc/console-rows.js';
import type { ConsoleView } from '../../shared/ipc/console-view.js';
import { visibleName } from '../../shared/visible-text.js';
import { ask } from './console-state.js';
import { pathOf, rangeOf } from './plot-path.js';
import { wallTime } from './row-time.js';

/** How often it is drawn anew, ms. */
const DRAW_MS = 500;
const [WIDTH, HEIGHT] = [1000, 200];
/** Colours of the series, one after the other; a dash tells those of one colour apart. */
const COLOURS = 4;

/** The numbers of the last lines over time: `name:value`, `name=value`, and rows of numbers. */
export function PlotPanel({ view: { sheet } }: { view: ConsoleView }) {
  const { t } = useTranslation();
  const [plot, setPlot] = useState<Plot>([]);
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    let over = false;
    let timer: number | undefined;
    const draw = async (): Promise<void> => {
      const drawn = await ask('plot', { sheet: sheet.number });
      if (over) return;
      if (drawn !== null) setPlot(drawn);
      timer = window.setTimeout(() => void draw(), DRAW_MS);
    };
    void draw();
    return () => {
      over = true;
      window.clearTimeout(timer);
    };
  }, [sheet.number]);
  const shown = plot.filter(({ name }) => !hidden.has(name));
  const range = rangeOf(shown);
  const toggle = (name: string): void => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    setHidden(next);
  };
  if (plot.length === 0) return <p className="summary quiet">{t('ports.plot.empty')}</p>;
  return (
    <>
      <div className="summary">
        {plot.map(({ name, points }, at) => (
          <label key={name} className={`series-${at % COLOURS}`}>
            <input type="checkbox" checked={!hidden.has(name)} onChange={() => toggle(name)} />
            {visibleName(name)} <code>{points.at(-1)?.[1]}</code>
          </label>
        ))}
      </div>
      {range && (
        <div className="plot">
          <div className="plot-values">
            <code>{shortNumber(range.values.most)}</code>
            <code>{shortNumber(range.values.least)}</code>
          </div>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img">
            <title>
              {t('ports.plot.title', { names: shown.map(({ name }) => visibleName(name)).join(', ') })}
            </title>
            {plot.map(
              ({ name, points }, at) =>
                !hidden.has(name) && (
                  <path
                    key={name}
                    className={`series-${at % COLOURS}`}
                    strokeDasharray={at < COLOURS ? undefined : '6 3'}
                    d={pathOf(points, range, { width: WIDTH, height: HEIGHT })}
                  />
                ),
            )}
          </svg>
          <div className="plot-times">
            <code>{clockTime(range.times.least)}</code>
            <code>{clockTime(range.times.most)}</code>
          </div>
        </div>
      )}
    </>
  );
}

/** As many digits as an axis has room for. */
const shortNumber = (value: number): string => String(Number(value.toPrecision(6)));

const clockTime = (wallMs: number): string => wallTime({ wallMs });
