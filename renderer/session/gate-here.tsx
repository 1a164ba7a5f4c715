import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { codeOf, type Gate } from '../../shared/events.js';
import { gateIn } from '../../shared/texts/tell.js';
import type { NodeView } from '../../shared/views.js';
import { ask } from '../actions.js';
import { AnswerButtons } from '../gate/answer-buttons.js';
import { HOLDS_DIFF, Risk, Subject } from '../gate/gate-parts.js';
import { HunkPicker } from '../gate/hunk-picker.js';
import { isByHand, shownOf, waitingKey, waysOf } from '../gate/questions.js';
import { hunksOf, type Refusals, wordsOf } from '../gate/refusals.js';
import { ReplyByHand } from '../prompts/reply-by-hand.js';
import { resumeRun } from '../run/run-actions.js';
import { useSelection } from '../selection.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { ChangeButtons } from './change-buttons.js';

/** The open question of a session, in its conversation. The answer is bound to what is shown. */
export function GateHere({ gate, node }: { gate: Gate; node: NodeView }) {
  const { t } = useTranslation();
  const opened = useSelection((selection) => selection.opened) === waitingKey(gate);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!opened) return;
    box.current?.scrollIntoView({ block: 'nearest' });
    box.current?.focus();
  }, [opened]);
  const question = gate.scope === 'question';
  return (
    <section
      ref={box}
      className="gate-here"
      tabIndex={-1}
      aria-label={question ? t('gate.titleQuestion') : t('gate.title')}
    >
      {isByHand(gate) ? (
        <ReplyByHand key={gate.gate} gate={gate} />
      ) : (
        <Question key={shownOf(gate)} gate={gate} deadline={node.deadline} />
      )}
    </section>
  );
}

/** More lines than these are drawn in parts, and not hunk by hunk. */
const MOST_LINES = 1500;

function Question({ gate, deadline }: { gate: Gate; deadline: number | null }) {
  const { t } = useTranslation();
  const shown = gateIn(gate, useSay());
  const { run, gate: id, binding, choices } = gate;
  const [sending, setSending] = useState(false);
  const [refusals, setRefusals] = useState<Refusals>({});
  const hunks = useMemo(
    () => (HOLDS_DIFF.test(shown.subject) ? hunksOf(shown.subject) : []),
    [shown.subject],
  );
  const canChange = choices?.includes('change') ?? false;
  const byHunk = canChange && hunks.reduce((sum, { rows }) => sum + rows.length, 0) <= MOST_LINES;
  const answer = async (answered: string, text: string | null): Promise<void> => {
    setSending(true);
    if ((await ask('answer', { run, gate: id, binding, answer: answered, text })) === null)
      return setSending(false);
    // a session that was left at its question goes on with the answer
    resumeRun();
  };
  const label = t('gate.subject');
  return (
    <>
      <p className="gate-question">
        <strong>{t(`gate.scope.${gate.scope}`)}</strong> <VisibleText line={shown.question} />
      </p>
      <Risk gate={shown} />
      {byHunk && hunks.length > 0 ? (
        <HunkPicker hunks={hunks} label={label} refusals={refusals} onRefuse={setRefusals} />
      ) : (
        <Subject gate={shown} />
      )}
      <Terms gate={gate} deadline={deadline} />
      {canChange ? (
        <ChangeButtons
          disabled={sending}
          refused={Object.keys(refusals).length > 0}
          onAnswer={(answered, whole) =>
            void answer(
              answered,
              answered === 'change'
                ? wordsOf({ hunks, refusals, whole }, (one) => t('gate.refusedHunk', { ...one }))
                : null,
            )
          }
        />
      ) : (
        <AnswerButtons
          ways={waysOf(gate)}
          question={gate.scope === 'question'}
          disabled={sending}
          onAnswer={(answered, text) => void answer(answered, text)}
        />
      )}
    </>
  );
}

/** What the answer is bound to, on which device it acts, and until when it can be given. */
function Terms({ gate, deadline }: { gate: Gate; deadline: number | null }) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  const device = gate.parts?.board;
  return (
    <p className="gate-terms quiet">
      <span>{t('gate.code', { code: codeOf(gate.binding) })}</span>
      {device !== undefined && device !== '' && (
        <span>
          {t('gate.device')} <VisibleText line={device} />
        </span>
      )}
      <span>
        {deadline === null
          ? t('gate.noEnd')
          : t('gate.until', { time: moment(new Date(deadline).toISOString()) })}
      </span>
      {gate.grant && (
        <span>
          {t('gate.grant', { count: gate.grant.uses, minutes: Math.round(gate.grant.ms / 60_000) })}
        </span>
      )}
    </p>
  );
}
