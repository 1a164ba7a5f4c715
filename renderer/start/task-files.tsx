import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ask } from '../actions.js';
import { VisibleText } from '../text/visible-text.js';

/** Task files in their order: chosen in the system's dialog, or typed. */
export function TaskFiles(props: { value: readonly string[]; onChange: (files: readonly string[]) => void }) {
  const { value, onChange } = props;
  const { t } = useTranslation();
  const id = useId();
  const [typed, setTyped] = useState('');
  const add = (file: string): void => {
    const name = file.trim();
    if (name !== '' && !value.includes(name)) onChange([...value, name]);
    setTyped('');
  };
  const browse = async (): Promise<void> => {
    const picked = await ask('pickTask', undefined);
    if (picked?.taskFile) add(picked.taskFile);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{t('campaign.tasks')}</label>
      {value.length > 0 && (
        <ol className="chosen-files">
          {value.map((file) => (
            <li key={file}>
              <span className="chosen-file">
                <code>
                  <VisibleText line={file} />
                </code>
                <button
                  type="button"
                  aria-label={t('campaign.removeTask', { file })}
                  onClick={() => onChange(value.filter((known) => known !== file))}
                >
                  {t('campaign.remove')}
                </button>
              </span>
            </li>
          ))}
        </ol>
      )}
      <span className="field-row">
        <input
          id={id}
          value={typed}
          aria-describedby={`${id}-hint`}
          spellCheck={false}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed.trim() === '') return;
            event.preventDefault();
            add(typed);
          }}
        />
        <button type="button" disabled={typed.trim() === ''} onClick={() => add(typed)}>
          {t('campaign.add')}
        </button>
        <button type="button" onClick={() => void browse()}>
          {t('start.browse')}
        </button>
      </span>
      <span id={`${id}-hint`} className="quiet">
        {t('campaign.tasksHint')}
      </span>
    </div>
  );
}
