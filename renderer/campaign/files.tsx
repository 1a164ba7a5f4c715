import { useTranslation } from 'react-i18next';
import type { Deliverable } from '../../shared/deliverables.js';
import { select } from '../selection.js';
import { VisibleText } from '../text/visible-text.js';

/** Files that were handed over; each is shown as text. */
export function Files({ run, files }: { run: string; files: readonly Deliverable[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <p className="handed-files">
      {files.map(({ path, name }) => (
        <button
          type="button"
          className="link"
          key={path}
          title={`${t('campaign.file')}: ${path}`}
          onClick={() => select({ dialog: 'file', file: { run, path } })}
        >
          <VisibleText line={name} />
        </button>
      ))}
    </p>
  );
}
