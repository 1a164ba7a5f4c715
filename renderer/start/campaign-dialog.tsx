import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CAMPAIGN_CALLS } from '../../shared/ipc/campaigns.js';
import { MOST_WORDS } from '../../shared/ipc/sessions.js';
import type { Problem } from '../../shared/problem.js';
import { caller } from '../client.js';
import { Modal } from '../modal.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { select } from '../selection.js';
import { ApprovalsField, approvalsOf, type Scope } from './approvals-field.js';
import { ProviderField } from './provider-field.js';
import { TaskFiles } from './task-files.js';

const call = caller(CAMPAIGN_CALLS);
const close = (): void => select({ dialog: null });
const PLAYERS = ['rules', 'openai', 'manual', 'mock'] as const;

/** Starts a campaign from a goal and its tasks, or has the unfinished goals of earlier ones offered. */
export function CampaignDialog() {
  const { t } = useTranslation();
  const id = useId();
  const [goal, setGoal] = useState('');
  const [taskFiles, setTaskFiles] = useState<readonly string[]>([]);
  const [autoResume, setAutoResume] = useState(false);
  const [provider, setProvider] = useState<(typeof PLAYERS)[number]>(PLAYERS[0]);
  const [approved, setApproved] = useState<readonly Scope[]>([]);
  const [starting, setStarting] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const start = async (asked: { goal: string; taskFiles: readonly string[] }): Promise<void> => {
    setStarting(true);
    setProblem(null);
    const how = { autoResume, provider, approvals: approvalsOf(approved) };
    const started = await call('startCampaign', {
      goal: asked.goal,
      taskFiles: [...asked.taskFiles],
      ...how,
    });
    if (started.ok) return select({ dialog: null, tab: null });
    setProblem(started.error);
    setStarting(false);
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void start({ goal: goal.trim(), taskFiles });
  };
  return (
    <Modal title={t('campaign.new')} onClose={close}>
      <form onSubmit={submit}>
        <div className="field">
          <label htmlFor={id}>{t('campaign.goal')}</label>
          <textarea
            id={id}
            rows={2}
            maxLength={MOST_WORDS}
            value={goal}
            aria-describedby={`${id}-hint`}
            onChange={(event) => setGoal(event.target.value)}
          />
          <span id={`${id}-hint`} className="quiet">
            {t('campaign.goalHint')}
          </span>
        </div>
        <TaskFiles value={taskFiles} onChange={setTaskFiles} />
        <ProviderField players={PLAYERS} value={provider} onChange={setProvider} />
        <ApprovalsField value={approved} onChange={setApproved} />
        <label className="field-check">
          <input
            type="checkbox"
            checked={autoResume}
            onChange={(event) => setAutoResume(event.target.checked)}
          />
          {t('campaign.autoResume')}
        </label>
        {problem !== null && <ProblemAlert problem={problem} />}
        <div className="buttons">
          <button
            type="button"
            className="first-button"
            title={t('campaign.probeHint')}
            disabled={starting}
            onClick={() => void start({ goal: '', taskFiles: [] })}
          >
            {t('campaign.probe')}
          </button>
          <button type="button" onClick={close}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="main-button" disabled={starting || goal.trim() === ''}>
            {starting ? t('start.starting') : t('campaign.start')}
          </button>
        </div>
      </form>
    </Modal>
  );
}
