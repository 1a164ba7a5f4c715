import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../shared/ipc.js';
import { Modal } from '../modal.js';
import { select, useSelection } from '../selection.js';
import { TextBox } from '../session/call-card.js';
import { VisibleText } from '../text/visible-text.js';
import { askCampaign } from './calls.js';

const close = (): void => select({ dialog: null, file: null });

/** A file that one role handed to another, as text: nothing in it acts on the page. */
export function FileDialog() {
  const { t } = useTranslation();
  const [file] = useState(useSelection.getState().file);
  const [read, setRead] = useState<Output<'handedOver'> | null>(null);
  useEffect(() => {
    if (file !== null) void askCampaign('handedOver', file).then((told) => (told ? setRead(told) : close()));
  }, [file]);
  if (file === null) return null;
  return (
    <Modal title={t('campaign.file')} className="prompt" onClose={close}>
      <p className="quiet">
        <code>
          <VisibleText line={file.path} />
        </code>
      </p>
      <div className="prompt-body">
        {read === null ? (
          <p className="quiet">{t('common.loading')}</p>
        ) : (
          <TextBox text={read.text} label={file.path} />
        )}
        {read?.cut && <p className="quiet">{t('session.cut')}</p>}
      </div>
      <div className="buttons">
        <button type="button" onClick={close}>
          {t('common.close')}
        </button>
      </div>
    </Modal>
  );
}
