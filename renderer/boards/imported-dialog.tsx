import { useTranslation } from 'react-i18next';
import type { Imported } from '../../shared/ipc/boards.js';
import { Modal } from '../modal.js';
import { useSay } from '../text/use-say.js';

/** What became of each entry of a hardware map. */
export function ImportedDialog({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const { t } = useTranslation();
  const say = useSay();
  return (
    <Modal title={t('boards.imported', { count: imported.imported.length })} onClose={onClose}>
      <ul>
        {imported.imported.map(({ place, id, unused }) => (
          <li key={place}>
            <code>{id}</code>
            {unused.length > 0 && (
              <span className="under">{t('boards.unused', { keys: unused.join(', ') })}</span>
            )}
          </li>
        ))}
        {imported.refused.map(({ place, reason }) => (
          <li key={`refused ${place}`}>{t('boards.leftOut', { place, reason: say(reason) })}</li>
        ))}
      </ul>
      <div className="buttons">
        <button type="button" onClick={onClose}>
          {t('common.close')}
        </button>
      </div>
    </Modal>
  );
}
