import { useTranslation } from 'react-i18next';
import type { Gate } from '../../shared/events.js';
import { Modal } from '../modal.js';
import { ReplyByHand } from './reply-by-hand.js';

/** A prompt that waits for a reply by hand, of a run that shows no conversation. */
export function ByHandDialog({ gate, onLater }: { gate: Gate; onLater: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal alert className="gate" title={t('gate.titleQuestion')} onClose={onLater}>
      <ReplyByHand gate={gate} />
      <div className="buttons">
        <button type="button" onClick={onLater}>
          {t('gate.later')}
        </button>
      </div>
    </Modal>
  );
}
