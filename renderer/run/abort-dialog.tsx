import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { Modal } from '../modal.js';
import { select } from '../selection.js';
import { VisibleText } from '../text/visible-text.js';
import { canAbort } from './run-actions.js';

const close = (): void => select({ dialog: null });

/** Asks once whether the run is to stop: that one which was shown when the person asked for it, whatever is shown since. */
export function AbortDialog() {
  const { t } = useTranslation();
  const [asked] = useState(() => useMirror.getState().run);
  const shown = useMirror((mirror) => mirror.run);
  const over = asked === null || (shown?.run === asked.run && !canAbort(shown));
  useEffect(() => {
    if (over) close();
  }, [over]);
  if (asked === null) return null;
  const abort = (): void => {
    close();
    void ask('abort', { run: asked.run, force: false });
  };
  return (
    <Modal alert title={t('abort.title')} onClose={close}>
      <p>
        <strong>
          <VisibleText line={asked.summary.goal} />
        </strong>
      </p>
      <p className="under">{t('abort.what')}</p>
      <div className="buttons">
        <button type="button" onClick={close}>
          {t('abort.keep')}
        </button>
        <button type="button" className="grave" onClick={abort}>
          {t('abort.abort')}
        </button>
      </div>
    </Modal>
  );
}
