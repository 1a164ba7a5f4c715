import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type Gate, MAIN } from '../../shared/events.js';
import { gateIn } from '../../shared/texts/tell.js';
import { ask } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { Modal } from '../modal.js';
import { ByHandDialog } from '../prompts/by-hand-dialog.js';
import { resumeRun } from '../run/run-actions.js';
import { useShownTab } from '../run/shown-node.js';
import { select, useSelection } from '../selection.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { AnswerButtons } from './answer-buttons.js';
import { Risk, Subject } from './gate-parts.js';
import { type Asked, isByHand, questionOf, shownOf, waitingKey, waysOf } from './questions.js';

/** The questions of the shown run, one after another, but those that the person put off. */
export function WaitingGate() {
  const nodes = useMirror(({ run, trees }) => run && trees[run.run]?.nodes);
  const later = useSelection((selection) => selection.gateLater);
  const opened = useSelection((selection) => selection.opened);
  const tab = useShownTab();
  const shownPath = useSelection((selection) => selection.node);
  // the conversation shows what its session asks
  const others = (nodes ?? []).filter(({ path }) => tab !== 'talk' || path !== shownPath);
  const asked = questionOf(others, later, opened);
  if (asked === null) return null;
  const { gate } = asked;
  const { run, gate: id, binding } = gate;
  const putOff = (): void => select({ gateLater: [...later, shownOf(gate)] });
  if (isByHand(gate)) return <ByHandDialog key={shownOf(gate)} gate={gate} onLater={putOff} />;
  return (
    <GateDialog
      key={shownOf(gate)}
      waitingKey={waitingKey(gate)}
      gate={gate}
      asked={asked}
      onAnswer={async (answer, text) => {
        if ((await ask('answer', { run, gate: id, binding, answer, text })) === null) return false;
        // A run that was left at its question goes on with the answer.
        resumeRun();
        return true;
      }}
      onLater={putOff}
    />
  );
}

/** What of a gate is shown. */
type Put = Pick<Gate, 'scope' | 'question' | 'subject' | 'binding' | 'risk' | 'reasons' | 'choices'>;

/**
 * Asks for an approval that is bound to what is shown.
 *
 * @param props.onAnswer false: what was shown is out of date, or the store failed; the page behind says which
 * @param props.onLater closes it without an answer
 */
export function GateDialog(props: {
  /** Of the same question in the queue of all that waits. */
  waitingKey: string;
  gate: Put;
  /** Which node of a run asks; absent: no run does. */
  asked?: Asked;
  onAnswer: (answer: string, text: string | null) => Promise<boolean>;
  onLater: () => void;
}) {
  const { waitingKey: key, gate, asked, onAnswer, onLater: later } = props;
  const { t } = useTranslation();
  const shown = gateIn(gate, useSay());
  const [sending, setSending] = useState(false);
  const question = gate.scope === 'question';
  useEffect(() => select({ opened: key }), [key]);
  const answer = async (answered: string, text: string | null): Promise<void> => {
    setSending(true);
    if (!(await onAnswer(answered, text))) later();
  };
  return (
    <Modal
      alert
      className="gate"
      title={question ? t('gate.titleQuestion') : t('gate.title')}
      onClose={later}
    >
      {asked && <Asker asked={asked} />}
      <p className="gate-question">
        <strong>{t(`gate.scope.${gate.scope}`)}</strong> <VisibleText line={shown.question} />
      </p>
      <Risk gate={shown} />
      <h3>{question ? t('gate.subjectQuestion') : t('gate.subject')}</h3>
      <Subject gate={shown} />
      <p className="quiet">
        {t('gate.code', { code: codeOf(gate.binding) })} · {t('gate.hint')}
      </p>
      <AnswerButtons
        ways={waysOf(gate)}
        question={question}
        disabled={sending}
        onAnswer={(answered, text) => void answer(answered, text)}
        onLater={later}
      />
    </Modal>
  );
}

/** Which node asks, where a run has others beside its root, and how much else waits in it. */
function Asker({ asked: { node, place, of } }: { asked: Asked }) {
  const { t } = useTranslation();
  return (
    <p className="gate-asker quiet">
      {node.path !== MAIN && (
        <span>
          {t('gate.asker')} <VisibleText line={node.goal} /> · {node.machine} <code>{node.path}</code>
        </span>
      )}
      {of > 1 && <span>{t('gate.place', { place, of })}</span>}
    </p>
  );
}
