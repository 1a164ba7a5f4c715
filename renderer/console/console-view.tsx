import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConsoleView as View } from '../../shared/ipc/console-view.js';
import { BenchView } from '../bench-view.js';
import { Empty } from '../empty.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { ConsoleActions } from './console-actions.js';
import { applyRules, ask, look, useConsole, useLooks } from './console-state.js';
import { FilterBar } from './filter-bar.js';
import { HexLines } from './hex-lines.js';
import { OpenPortForm } from './open-port-form.js';
import { PanelBelow } from './panel-below.js';
import { PortCard } from './port-card.js';
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
