import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { conversationOf, type Item } from '../../shared/session-conversation.js';
import type { SessionPanel as Panel } from '../../shared/session-panel.js';
import type { NodeView, RunView } from '../../shared/views.js';
import { Empty } from '../empty.js';
import { useStayAtEnd } from '../list/use-stay-at-end.js';
import { useMirror } from '../mirror/mirror.js';
import { PromptButtons } from '../prompts/prompt-buttons.js';
import { useNode, useTrace } from '../run/shown-node.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { CallCard } from './call-card.js';
import { GateHere } from './gate-here.js';
import { MessageForm } from './message-form.js';
import { PlanSteps } from './plan-steps.js';
import { undoFrom } from './session-actions.js';
import { TurnEnd } from './turn-end.js';

/** A session as a conversation: what the operator said, the plan, the calls, what is asked now, and the next message. */
export function SessionPanel() {
  const { t } = useTranslation();
  const run = useMirror((mirror) => mirror.run);
  const node = useNode();
  const session = node?.panels.session ?? null;
  if (run === null || node === null || session === null) return <Empty what={t('session.empty')} />;
  return <Conversation run={run} node={node} session={session} />;
}

interface Shown {
  run: RunView;
  node: NodeView;
  session: Panel;
}

function Conversation({ run, node, session }: Shown) {
  const { t } = useTranslation();
  const trace = useTrace();
  const items = useMemo(() => conversationOf(trace, session), [trace, session]);
  const box = useStayAtEnd();
  return (
    <div className="talk">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1) */}
      <section className="talk-items" ref={box} tabIndex={0} aria-label={t('session.title')}>
        <div>
          {items.map((item) => (
            <TalkItem key={item.key} item={item} run={run} session={session} />
          ))}
          {node.waiting !== null && node.ending === null && <GateHere gate={node.waiting} node={node} />}
        </div>
      </section>
      {session.mode === 'turn' && <MessageForm run={run.run} isOver={isOver({ run, session })} />}
    </div>
  );
}

/** Nobody is at it, and its turn is reported. */
const isOver = ({ run, session }: Pick<Shown, 'run' | 'session'>): boolean =>
  session.finished && run.owner === 'nobody';

function TalkItem({ item, run, session }: { item: Item; run: RunView; session: Panel }) {
  if (item.kind === 'call') {
    const { n, canUndo } = item.call;
    const onUndo = canUndo ? () => undoFrom(run.run, n) : null;
    return <CallCard run={run.run} call={item.call} onUndo={onUndo} isBusy={!isOver({ run, session })} />;
  }
  return (
    <div className={`said said-${item.kind}`}>
      <Words item={item} session={session} />
      <PromptButtons run={run.run} files={item.prompts} />
    </div>
  );
}

function Words({ item, session }: { item: Exclude<Item, { kind: 'call' }>; session: Panel }) {
  const { t } = useTranslation();
  const { clock } = useTimes();
  const say = useSay();
  if (item.kind === 'plan' && item.isNow) return <PlanSteps steps={session.steps ?? []} />;
  if (item.kind === 'end' && item.isNow) return <TurnEnd panel={session} />;
  return (
    <>
      {item.kind === 'operator' && (
        <p className="quiet">
          {t('session.you')} · {clock(item.at)}
        </p>
      )}
      {say(item.words)
        .split('\n')
        .map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and no state
          <p key={at}>
            <VisibleText line={line} />
          </p>
        ))}
    </>
  );
}
