import { type FormEvent, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RUN_CALLS } from '../../shared/ipc/runs.js';
import type { Problem } from '../../shared/problem.js';
import type { NodeView, RunView } from '../../shared/views.js';
import { caller } from '../client.js';
import { useMirror } from '../mirror/mirror.js';
import { Modal } from '../modal.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { select } from '../selection.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { useRoot } from './shown-node.js';

const call = caller(RUN_CALLS);
const close = (): void => select({ dialog: null });

type Task = NonNullable<NodeView['panels']['task']>;

export const MoreTimeDialog = () => <AgainDialog change="time" />;
export const AskModelDialog = () => <AgainDialog change="model" />;

/** Starts the task of the shown run again, with more time for its search or with a model. */
function AgainDialog({ change }: { change: 'time' | 'model' }) {
  const [run] = useState(() => useMirror.getState().run);
  const [task] = useState(useRoot()?.panels.task);
  return run && task ? <AgainForm run={run} task={task} change={change} /> : null;
}

function AgainForm({ run, task, change }: { run: RunView; task: Task; change: 'time' | 'model' }) {
  const { t } = useTranslation();
  const model = change === 'model';
  const [seconds, setSeconds] = useState(String(2 * task.searchSec));
  const [problem, setProblem] = useState<Problem | null>(null);
  const [starting, setStarting] = useState(false);
  const missing = useModelProblem(model);
  const searchSec = Number(seconds);
  const usable = model ? missing === null : Number.isInteger(searchSec) && searchSec > 0;

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setStarting(true);
    setProblem(null);
    const how = model ? { provider: 'openai' as const } : { provider: task.provider, searchSec };
    const started = await call('again', { run: run.run, pace: 'full', ...how });
    if (started.ok) return close();
    setProblem(started.error);
    setStarting(false);
  };
  return (
    <Modal title={t(model ? 'next.modelTitle' : 'next.timeTitle')} onClose={close}>
      <form onSubmit={(event) => void submit(event)}>
        <p>
          <strong>
            <VisibleText line={run.summary.goal} />
          </strong>
        </p>
        <p className="under">{t('next.same')}</p>
        {model ? (
          <ModelSetUp missing={missing} />
        ) : (
          <SecondsField before={task.searchSec} value={seconds} onChange={setSeconds} />
        )}
        {problem !== null && <ProblemAlert problem={problem} />}
        <div className="buttons">
          <button type="button" onClick={close}>
            {t('common.cancel')}
          </button>
          <button type="submit" className="main-button" disabled={starting || !usable}>
            {starting ? t('start.starting') : t('start.start')}
          </button>
        </div>
      </form>
    </Modal>
  );
}

/** Why no model can be asked; null where one can, undefined until that is known. */
function useModelProblem(wanted: boolean): Problem | null | undefined {
  const [missing, setMissing] = useState<Problem | null>();
  useEffect(() => {
    if (wanted)
      void call('modelProblem', undefined).then((told) => setMissing(told.ok ? told.value : told.error));
  }, [wanted]);
  return missing;
}

function ModelSetUp({ missing }: { missing: Problem | null | undefined }) {
  const { t } = useTranslation();
  const say = useSay();
  if (missing === undefined) return null;
  if (missing === null) return <p className="under">{t('next.modelReady')}</p>;
  return (
    <div className="banner banner-gate under" role="status">
      <div>
        <p>
          <strong>{t('next.modelMissing')}</strong>
        </p>
        <p>{say(missing.next ?? missing.message)}</p>
        <p>{t('next.modelThen')}</p>
      </div>
    </div>
  );
}

function SecondsField(props: { before: number; value: string; onChange: (seconds: string) => void }) {
  const { before, value, onChange } = props;
  const { t } = useTranslation();
  const id = useId();
  return (
    <div className="field under">
      <label htmlFor={id}>{t('next.seconds')}</label>
      <input
        id={id}
        className="short"
        type="number"
        min={1}
        max={86_400}
        value={value}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-hint`} className="quiet">
        {t('next.secondsHint', { seconds: before })}
      </span>
    </div>
  );
}
