import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPort, ConsoleView as View } from '../../shared/ipc/console-view.js';
import { BenchView } from '../bench-view.js';
import { Empty } from '../empty.js';
import { LongList } from '../list/long-list.js';
import { usePages } from '../list/use-pages.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { ConsoleActions } from './console-actions.js';
import { applyRules, ask, look, type PanelName, useConsole, useLooks } from './console-state.js';
import { DecodePanel } from './decode-panel.js';
import { ExportPanel } from './export-panel.js';
import { FilterBar } from './filter-bar.js';
import { OpenPortForm } from './open-port-form.js';
import { PlotPanel } from './plot-panel.js';
import { PortCard } from './port-card.js';
import { RulesPanel } from './rules-panel.js';
import { SearchPanel } from './search-panel.js';
import { SendBar } from './send-bar.js';
import { SheetLines } from './sheet-lines.js';

/** The ports that are open in this window, their lines on one time axis, and what is sent to them. */
export function ConsoleView() {
  const { t } = useTranslation();
  const view = useConsole(({ view }) => view);
  useEffect(() => {
    void ask('watchConsole', undefined);
    return () => void ask('unwatchConsole', undefined);
  }, []);
  const ids = view?.ports.map(({ id, identity }) => `${id} ${identity}`).join('\n');
  // Another port brings the colours that are kept of it.
  useEffect(() => {
    if (ids) void applyRules();
  }, [ids]);
  return (
    <BenchView title={t('views.console')} actions={view && view.ports.length > 0 && <ConsoleActions />}>
      {view === null ? <Empty what={t('common.loading')} /> : <Ports view={view} />}
    </BenchView>
  );
}

function Ports({ view }: { view: View }) {
  const { t } = useTranslation();
  const opening = useLooks((looks) => looks.opening);
  const { ports, problem } = view;
  if (ports.length === 0)
    return (
      <>
        <Empty what={t('ports.empty')} next={t('ports.emptyNext')} />
        <OpenPortForm onOpened={() => look({ opening: false })} />
      </>
    );
  return (
    <div className="ports">
      {opening && <OpenPortForm onOpened={() => look({ opening: false })} />}
      <ul className="port-cards" aria-label={t('ports.title')}>
        {ports.map((port) => (
          <PortCard key={port.id} port={port} />
        ))}
      </ul>
      {problem && <ProblemAlert problem={problem} />}
      <Lines view={view} />
      <PanelBelow view={view} />
      <SendBar ports={ports} />
    </div>
  );
}

function Lines({ view }: { view: View }) {
  const hexOf = useLooks((looks) => looks.hexOf);
  const shown = view.ports.find(({ id }) => id === hexOf);
  if (shown) return <HexLines port={shown} />;
  return (
    <>
      <FilterBar sheet={view.sheet} />
      <SheetLines view={view} />
    </>
  );
}

const WIDTH = 16;

/** Every byte that a port said, 16 in a row. */
function HexLines({ port: { id, bytes } }: { port: OpenPort }) {
  const { t } = useTranslation();
  const [follow, setFollow] = useState(true);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [onRange] = useState(() => (first: number, last: number) => setRange({ first, last }));
  // By bytes: the last row changes while it fills up.
  const count = Math.ceil(bytes / WIDTH);
  const rowAt = usePages(
    { key: id, count, size: bytes, load: (from, most) => ask('hexRows', { port: id, from, count: most }) },
    range.first,
    range.last,
  );
  if (count === 0) return <Empty what={t('ports.silent')} next={t('ports.silentNext')} />;
  return (
    <LongList
      count={count}
      label={t('ports.hexOf', { port: id })}
      follow={follow}
      onFollow={setFollow}
      target={null}
      onRange={onRange}
    >
      {(number) => <code>{rowAt(number)}</code>}
    </LongList>
  );
}

const PARTS: Record<PanelName, ComponentType<{ view: View }>> = {
  search: SearchPanel,
  rules: RulesPanel,
  plot: PlotPanel,
  decode: DecodePanel,
  export: ExportPanel,
};

/** What the person opened beside the lines. */
function PanelBelow({ view }: { view: View }) {
  const { t } = useTranslation();
  const panel = useLooks((looks) => looks.panel);
  const Part = panel && PARTS[panel];
  return (
    Part && (
      <section className="panel-below" aria-label={t(`ports.panel.${panel}`)}>
        <Part view={view} />
      </section>
    )
  );
}
