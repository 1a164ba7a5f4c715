import { useTranslation } from 'react-i18next';
import { useMirror } from './mirror/mirror.js';
import { select, useSelection } from './selection.js';

/** The commands that do not belong to one run. */
export function Toolbar() {
  const { t } = useTranslation();
  const folded = useSelection((selection) => selection.runsFolded);
  const fallback = useMirror((mirror) => mirror.about?.runtime === 'fallback');
  return (
    <header className="toolbar">
      <span className="product">Benchloop</span>
      <button type="button" aria-expanded={!folded} onClick={() => select({ runsFolded: !folded })}>
        {t('toolbar.runs')}
      </button>
      <button type="button" onClick={() => select({ dialog: 'start' })}>
        {t('toolbar.newRun')}
      </button>
      <button type="button" onClick={() => select({ dialog: 'demos' })}>
        {t('toolbar.demo')}
      </button>
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
