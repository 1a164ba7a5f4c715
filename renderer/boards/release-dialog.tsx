import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardRow } from '../../shared/ipc/boards.js';
import { Modal } from '../modal.js';
import { useSay } from '../text/use-say.js';
import { askBoards } from './mirror.js';

/** Asks for a person's word that a board is good again, and free. */
export function ReleaseDialog({ board, onClose }: { board: BoardRow; onClose: () => void }) {
  const { t } = useTranslation();
  const say = useSay();
  const [released, setReleased] = useState(false);
  const { id, lease, quarantined, working } = board;
  const release = async (): Promise<void> => {
    setReleased(true);
    await askBoards('releaseBoard', { board: id, force: working });
    // What went wrong is shown in the page behind.
    onClose();
  };
  return (
    <Modal title={t('boards.releaseTitle', { id })} onClose={onClose}>
      {quarantined !== null && (
        <p>
          {t('boards.quarantined', { reason: say(quarantined) })}
          <span className="under">{t('boards.releaseMended')}</span>
        </p>
      )}
      {lease !== null && <p>{t('boards.held', { owner: say(lease.owner) })}</p>}
      {working && <p className="gate-risk">{t('boards.releaseWorking')}</p>}
      <div className="buttons">
        <button type="button" onClick={onClose}>
          {t('common.cancel')}
        </button>
        <button type="button" className="grave" disabled={released} onClick={() => void release()}>
          {working ? t('boards.releaseForce') : t('boards.releaseYes')}
        </button>
      </div>
    </Modal>
  );
}
