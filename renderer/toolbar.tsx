import { useTranslation } from 'react-i18next';
import { useMirror } from './mirror/mirror.js';
import { Navigation } from './navigation.js';
import { select, useSelection } from './selection.js';

/** The views, and the commands that do not belong to one run. */
export function Toolbar() {
  const { t } = useTranslation();
  const view = useSelection((selection) => selection.view);
  const fallback = useMirror((mirror) => mirror.about?.runtime === 'fallback');
  return (
    <header className="toolbar">
      <span className="product">Benchloop</span>
      <Navigation />
      {view === 'runs' && <RunCommands />}
      <span className="gap" />
      {fallback && <span className="notice">{t('about.kind.fallback')}</span>}
      <button type="button" onClick={() => select({ dialog: 'settings' })}>
        {t('toolbar.settings')}
      </button>
      <button
        type="button"
        aria-label={t('toolbar.shortcuts')}
        onClick={() => select({ dialog: 'shortcuts' })}
      >
        ?
      </button>
      <button type="button" onClick={() => select({ dialog: 'about' })}>
        {t('toolbar.about')}
      </button>
    </header>
  );
}

function RunCommands() {
  const { t } = useTranslation();
  const folded = useSelection((selection) => selection.runsFolded);
  return (
    <>
      <button type="button" aria-expanded={!folded} onClick={() => select({ runsFolded: !folded })}>
        {t('toolbar.list')}
      </button>
      <button type="button" onClick={() => select({ dialog: 'start' })}>
        {t('toolbar.newRun')}
      </button>
      <button type="button" onClick={() => select({ dialog: 'demos' })}>
        {t('toolbar.demo')}
      </button>
    </>
  );
}
