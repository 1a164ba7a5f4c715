import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromptRecord } from '../../shared/prompt-record.js';
import { replacedText } from '../../shared/replaced.js';
import { Modal } from '../modal.js';
import { select, useSelection } from '../selection.js';
import { askSession } from '../session/session-actions.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { BoundedText } from './bounded-text.js';

const close = (): void => select({ dialog: null, prompt: null });

/** A request to a model and its reply, as text: nothing in it acts on the page. */
export function PromptDialog() {
  const { t } = useTranslation();
  const [prompt] = useState(useSelection.getState().prompt);
  const [record, setRecord] = useState<PromptRecord | null>(null);
  useEffect(() => {
    if (prompt !== null)
      void askSession('promptRecord', prompt).then((told) => (told ? setRecord(told) : close()));
  }, [prompt]);
  return (
    <Modal title={t('prompt.title')} className="prompt" onClose={close}>
      <div className="prompt-body">
        {record === null ? <p className="quiet">{t('common.loading')}</p> : <Shown record={record} />}
      </div>
      <div className="buttons">
        <button type="button" onClick={close}>
          {t('common.close')}
        </button>
      </div>
    </Modal>
  );
}

function Shown({ record }: { record: PromptRecord }) {
  const { t } = useTranslation();
  const { messages, reply, problem } = record;
  return (
    <>
      <Facts record={record} />
      <h3>{t('prompt.reply')}</h3>
      {problem !== null && (
        <p className="call-error">
          <code>{problem.code}</code> <VisibleText line={problem.message} />
        </p>
      )}
      {reply !== null && reply.text !== '' && <BoundedText text={reply.text} label={t('prompt.reply')} />}
      {reply !== null && reply.calls.length > 0 && (
        <BoundedText
          text={reply.calls.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`).join('\n')}
          label={t('prompt.calls')}
        />
      )}
      {reply === null && problem === null && <p className="quiet">{t('prompt.noReply')}</p>}
      {messages.map(({ role, content, calls }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: messages have no other name, and no state
        <section key={at}>
          <h3>{t(`prompt.role.${role}`)}</h3>
          {content !== '' && <BoundedText text={content} label={t(`prompt.role.${role}`)} />}
          {calls !== undefined && calls.length > 0 && (
            <BoundedText
              text={calls.map((call) => `${call.tool} ${JSON.stringify(call.args)}`).join('\n')}
              label={t('prompt.calls')}
            />
          )}
        </section>
      ))}
    </>
  );
}

function Facts({ record }: { record: PromptRecord }) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  const say = useSay();
  const { judgement, role, provider, model, at, ms, reply, files, replaced, tools } = record;
  const usage = reply?.usage ?? null;
  const facts: [name: string, value: string][] = [
    [t('prompt.judgement'), `${judgement} (${role})`],
    [t('prompt.provider'), model === null ? provider : `${provider}: ${model}`],
    [t('prompt.at'), `${moment(at)} · ${t('prompt.took', { seconds: (ms / 1000).toFixed(1) })}`],
    [
      t('prompt.tokens'),
      usage === null ? t('prompt.noUsage') : t('prompt.usage', { in: usage.prompt, out: usage.completion }),
    ],
    [t('prompt.files'), files.length === 0 ? t('common.none') : files.join(', ')],
    [t('prompt.replaced'), say(replacedText(replaced))],
    [t('prompt.tools'), tools.length === 0 ? t('common.none') : tools.map(({ name }) => name).join(', ')],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <Fact key={name} name={name} value={value} />
      ))}
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>
        <VisibleText line={value} />
      </dd>
    </>
  );
}
