import { useTranslation } from 'react-i18next';
import { select, useSelection, VIEW_NAMES, type ViewName } from './selection.js';

/** The views of the window, and which of them is looked at. */
export function Navigation() {
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
