import { useTranslation } from 'react-i18next';
import { useMirror } from './mirror/mirror.js';
import { select, useSelection, VIEW_NAMES, type ViewName } from './selection.js';

/** The views, and the commands that do not belong to one run. */
export function Toolbar() {
  const { t } = useTranslation();
  const view = useSelection((selection) => selection.view);
  const chat = useSelection((selection) => selection.chat);
  const fallback = useMirror((mirror) => mirror.about?.runtime === 'fallback');
  const isOpen = useMirror((mirror) => mirror.about?.sandbox === false);
  return (
    <header className="toolbar">
      <span className="product">Benchloop</span>
      <Navigation />
      {view === 'runs' && <RunCommands />}
      <span className="gap" />
      {fallback && <span className="notice">{t('about.kind.fallback')}</span>}
      {isOpen && (
        <span className="notice" title={t('about.noSandboxWhy')}>
          {t('about.noSandbox')}
        </span>
      )}
      <button type="button" aria-expanded={chat} onClick={() => select({ chat: !chat })}>
        {t('toolbar.chat')}
      </button>
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
      <button type="button" onClick={() => select({ dialog: 'ask' })}>
        {t('toolbar.ask')}
      </button>
      <button type="button" onClick={() => select({ dialog: 'campaign' })}>
        {t('toolbar.campaign')}
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

/** The views of the window, and which of them is looked at. */
function Navigation() {
  const { t } = useTranslation();
  const view = useSelection((selection) => selection.view);
  const marks = useMarks();
  return (
    <nav className="views" aria-label={t('views.label')}>
      {VIEW_NAMES.map((name) => (
        <button
          type="button"
          key={name}
          aria-current={name === view ? 'page' : undefined}
          onClick={() => select({ view: name })}
        >
          {t(`views.${name}`)}
          {name !== view && marks[name] !== undefined && <span className="notice"> · {marks[name]}</span>}
        </button>
      ))}
    </nav>
  );
}

/** What a view that is not looked at has to say. */
function useMarks(): Partial<Record<ViewName, string>> {
  const { t } = useTranslation();
  const flashing = useSelection((selection) => selection.flashing);
  return flashing ? { flash: t('views.flashing') } : {};
}
