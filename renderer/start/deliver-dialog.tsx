import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CAMPAIGN_CALLS } from '../../shared/ipc/campaigns.js';
import type { Problem } from '../../shared/problem.js';
import { isDeployable, type Profile } from '../../shared/profile.js';
import { ask } from '../actions.js';
import { caller } from '../client.js';
import { useMirror } from '../mirror/mirror.js';
import { Modal } from '../modal.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { select } from '../selection.js';
import { VisibleText } from '../text/visible-text.js';
import { ApprovalsField, approvalsOf, type Scope } from './approvals-field.js';
import { ProviderField } from './provider-field.js';

const call = caller(CAMPAIGN_CALLS);
const close = (): void => select({ dialog: null });
const PLAYERS = ['rules', 'openai', 'manual'] as const;
const ASKED = ['build', 'publish', 'deploy', 'flash'] as const;

/** Starts the delivery of the run that is looked at. */
export function DeliverDialog() {
  const { t } = useTranslation();
  const [run] = useState(() => useMirror.getState().run);
  const [boards, setBoards] = useState<readonly string[]>([]);
  const [provider, setProvider] = useState<(typeof PLAYERS)[number]>(PLAYERS[0]);
  const [approved, setApproved] = useState<readonly Scope[]>([]);
  const [starting, setStarting] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  if (run === null) return null;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setStarting(true);
    setProblem(null);
    const how = { provider, approvals: approvalsOf(approved) };
    const started = await call('deliver', { run: run.run, deploy: [...boards], ...how });
    if (started.ok) return select({ dialog: null, tab: null });
    setProblem(started.error);
    setStarting(false);
  };
  return (
    <Modal title={t('delivery.new')} onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <p>
          <VisibleText line={run.summary.goal} />
        </p>
        <p className="quiet">{t('delivery.newHint')}</p>
        <BoardsField value={boards} onChange={setBoards} />
        <ProviderField players={PLAYERS} value={provider} onChange={setProvider} />
        <ApprovalsField value={approved} onChange={setApproved} scopes={ASKED} />
        {problem !== null && <ProblemAlert problem={problem} />}
        <div className="buttons">
          <button type="button" onClick={close}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="main-button" disabled={starting}>
            {starting ? t('start.starting') : t('delivery.start')}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** Boards, and scripts of their vendors, to which the release can be written. */
function BoardsField(props: { value: readonly string[]; onChange: (ids: readonly string[]) => void }) {
  const { value, onChange } = props;
  const { t } = useTranslation();
  const [profiles, setProfiles] = useState<readonly Profile[]>([]);
  useEffect(() => {
    void ask('profiles', undefined).then((told) => told && setProfiles(told.profiles.filter(isDeployable)));
  }, []);
  const toggle = (id: string): void =>
    onChange(value.includes(id) ? value.filter((known) => known !== id) : [...value, id]);
  return (
    <fieldset>
      <legend>{t('delivery.boards')}</legend>
      <div className="choice-list">
        {profiles.map(({ id, title }) => (
          <label key={id}>
            <input type="checkbox" checked={value.includes(id)} onChange={() => toggle(id)} />
            <span>
              <VisibleText line={title} /> <code className="quiet">{id}</code>
            </span>
          </label>
        ))}
      </div>
      <span className="quiet">{t('delivery.boardsHint')}</span>
    </fieldset>
  );
}
