import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RUN_CALLS } from '../../shared/ipc/runs.js';
import type { Problem } from '../../shared/problem.js';
import { ask } from '../actions.js';
import { caller } from '../client.js';
import { Modal } from '../modal.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { select } from '../selection.js';
import { ApprovalsField, approvalsOf, type Scope } from './approvals-field.js';
import { type NamedPace, PaceField } from './pace-field.js';

const PROVIDERS = ['rules', 'openai'] as const;

const call = caller(RUN_CALLS);
const close = (): void => select({ dialog: null });

/** Starts a run from a task file. */
export function StartDialog() {
  const { t } = useTranslation();
  const [taskFile, setTaskFile] = useState('');
  const [provider, setProvider] = useState<(typeof PROVIDERS)[number]>(PROVIDERS[0]);
  const [approved, setApproved] = useState<readonly Scope[]>([]);
  const [pace, setPace] = useState<NamedPace>('full');
  const [starting, setStarting] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setStarting(true);
    setProblem(null);
    const started = await call('start', { taskFile, provider, approvals: approvalsOf(approved), pace });
    if (started.ok) return close();
    setProblem(started.error);
    setStarting(false);
  };
  return (
    <Modal title={t('start.title')} onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <TaskField value={taskFile} onChange={setTaskFile} />
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
              {t(`start.${name}`)}
            </label>
          ))}
        </fieldset>
        <ApprovalsField value={approved} onChange={setApproved} />
        <PaceField value={pace} onChange={setPace} />
        {problem !== null && <ProblemAlert problem={problem} />}
        <div className="buttons">
          <button type="button" onClick={close}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="main-button" disabled={starting || taskFile.trim() === ''}>
            {starting ? t('start.starting') : t('start.start')}
          </button>
        </div>
      </form>
    </Modal>
  );
}

function TaskField({ value, onChange }: { value: string; onChange: (file: string) => void }) {
  const { t } = useTranslation();
  const browse = async (): Promise<void> => {
    const picked = await ask('pickTask', undefined);
    if (picked?.taskFile) onChange(picked.taskFile);
  };
  return (
    <div className="field">
      <label htmlFor="task-file">{t('start.taskFile')}</label>
      <span className="field-row">
        <input
          id="task-file"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby="task-hint"
          spellCheck={false}
        />
        <button type="button" onClick={() => void browse()}>
          {t('start.browse')}
        </button>
      </span>
      <span id="task-hint" className="quiet">
        {t('start.taskHint')}
      </span>
    </div>
  );
}
