import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_WORDS, SESSION_CALLS } from '../../shared/ipc/sessions.js';
import type { Problem } from '../../shared/problem.js';
import { ask } from '../actions.js';
import { caller } from '../client.js';
import { Modal } from '../modal.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { select } from '../selection.js';
import { askSession } from '../session/session-actions.js';

const call = caller(SESSION_CALLS);
const close = (): void => select({ dialog: null });
const PROVIDERS = ['rules', 'openai', 'manual'] as const;

/** Starts a session with one request, in the operator's own words. */
export function AskDialog() {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState('');
  const [repo, setRepo] = useState('');
  const [taskFile, setTaskFile] = useState('');
  const [provider, setProvider] = useState<(typeof PROVIDERS)[number]>(PROVIDERS[0]);
  const [starting, setStarting] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setStarting(true);
    setProblem(null);
    const started = await call('ask', { text, repo: pathIn(repo), taskFile: pathIn(taskFile), provider });
    // whatever part of another session was looked at
    if (started.ok) return select({ dialog: null, tab: null });
    setProblem(started.error);
    setStarting(false);
  };
  return (
    <Modal title={t('ask.title')} onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <div className="field">
          <label htmlFor={id}>{t('ask.what')}</label>
          <textarea
            id={id}
            rows={3}
            maxLength={MOST_WORDS}
            value={text}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setText(event.target.value)}
          />
          <span id={`${id}-hint`} className="quiet">
            {t('ask.hint')}
          </span>
        </div>
        <PathField
          name={t('ask.repo')}
          hint={t('ask.repoHint')}
          value={repo}
          onChange={setRepo}
          pick={async () => (await askSession('pickRepository', undefined))?.folder ?? null}
        />
        <PathField
          name={t('ask.task')}
          hint={t('ask.taskHint')}
          value={taskFile}
          onChange={setTaskFile}
          pick={async () => (await ask('pickTask', undefined))?.taskFile ?? null}
        />
        <fieldset>
          <legend>{t('start.provider')}</legend>
          {PROVIDERS.map((name) => (
            <label key={name}>
              <input
                type="radio"
                name="provider"
                checked={provider === name}
                onChange={() => setProvider(name)}
              />
              {t(`ask.${name}`)}
            </label>
          ))}
        </fieldset>
        {problem !== null && <ProblemAlert problem={problem} />}
        <div className="buttons">
          <button type="button" onClick={close}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="main-button" disabled={starting || text.trim() === ''}>
            {starting ? t('start.starting') : t('ask.start')}
          </button>
        </div>
      </form>
    </Modal>
  );
}

const pathIn = (text: string): string | null => (text.trim() === '' ? null : text.trim());

function PathField(props: {
  name: string;
  hint: string;
  value: string;
  onChange: (path: string) => void;
  pick: () => Promise<string | null>;
}) {
  const { name, hint, value, onChange, pick } = props;
  const { t } = useTranslation();
  const id = useId();
  const browse = async (): Promise<void> => {
    const picked = await pick();
    if (picked !== null) onChange(picked);
  };
  return (
    <div className="field">
      <label htmlFor={id}>{name}</label>
      <span className="field-row">
        <input
          id={id}
          value={value}
          aria-describedby={`${id}-hint`}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value)}
        />
        <button type="button" aria-label={`${t('start.browse')} ${name}`} onClick={() => void browse()}>
          {t('start.browse')}
        </button>
      </span>
      <span id={`${id}-hint`} className="quiet">
        {hint}
      </span>
    </div>
  );
}
