import { useTranslation } from 'react-i18next';
import { Modal } from '../modal.js';
import { select } from '../selection.js';
import { SHORTCUTS } from '../shortcuts.js';

const close = (): void => select({ dialog: null });

export function ShortcutsDialog() {
  const { t } = useTranslation();
  return (
    <Modal title={t('shortcuts.title')} onClose={close}>
      <dl className="facts">
        {SHORTCUTS.map(({ keys, text }) => (
          <Line key={text} keys={keys} meaning={t(`shortcuts.${text}`)} />
        ))}
        <Line keys={['↑', '↓', '←', '→']} meaning={t('shortcuts.move')} />
        <Line keys={['Esc']} meaning={t('shortcuts.escape')} />
      </dl>
      <div className="buttons">
        <button type="button" onClick={close}>
          {t('common.close')}
        </button>
      </div>
    </Modal>
  );
}

function Line({ keys, meaning }: { keys: readonly string[]; meaning: string }) {
  return (
    <>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{meaning}</dd>
    </>
  );
}
