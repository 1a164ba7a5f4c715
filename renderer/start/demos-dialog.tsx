import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { Modal } from '../modal.js';
import { select } from '../selection.js';
import { useSay } from '../text/use-say.js';
import { type NamedPace, PaceField } from './pace-field.js';

const close = (): void => select({ dialog: null });

/** Chooses one of the demos that ship with the product, and runs it. */
export function DemosDialog() {
  const { t } = useTranslation();
  const say = useSay();
  const demos = useMirror((mirror) => mirror.demos);
  const [chosen, setName] = useState<string | null>(null);
  // the list may come after the dialog
  const name = chosen ?? demos[0]?.name ?? '';
  const [pace, setPace] = useState<NamedPace>('full');
  const [asked, setAsked] = useState(false);
  const [starting, setStarting] = useState(false);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setStarting(true);
    await ask('startDemo', { name, pace, ask: asked });
    close();
  };
  return (
    <Modal title={t('demos.title')} onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <p className="quiet">{t('demos.hint')}</p>
        <fieldset className="demos">
          <legend>{t('demos.list')}</legend>
          {demos.map((demo) => (
            <label key={demo.name}>
              <input
                type="radio"
                name="demo"
                checked={demo.name === name}
                onChange={() => setName(demo.name)}
              />
              <span>
                {say(demo.title)} <code className="quiet">{demo.name}</code>
                {demo.name === name && <span className="story">{say(demo.story)}</span>}
              </span>
            </label>
          ))}
        </fieldset>
        <PaceField value={pace} onChange={setPace} />
        <label>
          <input type="checkbox" checked={asked} onChange={(event) => setAsked(event.target.checked)} />{' '}
          {t('demos.ask')}
        </label>
        <div className="buttons">
          <button type="button" onClick={close}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="main-button" disabled={starting || name === ''}>
            {starting ? t('start.starting') : t('demos.start')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
