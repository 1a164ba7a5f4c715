import { useTranslation } from 'react-i18next';
import { useMirror } from './mirror/mirror.js';
import { select, useSelection, VIEW_NAMES } from './selection.js';

/** The views of the window, and which of them is looked at. */
export function Navigation() {
  const { t } = useTranslation();
  const view = useSelection((selection) => selection.view);
  const asks = useMirror((mirror) => (mirror.run?.waiting ?? null) !== null);
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
          {name === 'runs' && view !== 'runs' && asks && (
            <span className="notice"> · {t('runs.waiting')}</span>
          )}
        </button>
      ))}
    </nav>
  );
}
