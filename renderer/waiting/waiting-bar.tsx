import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { WaitingItem } from '../../shared/views.js';
import { openWaiting } from '../actions.js';
import { useSelection } from '../selection.js';
import { useWaiting } from './queue.js';
import { Age, Asked, OpenButton, ResumeButton, Scope, Target } from './waiting-parts.js';

/** How much waits for the person, in whatever view they are, and the way to all of it. */
export function WaitingBar() {
  const { t } = useTranslation();
  const id = useId();
  const items = useWaiting();
  const [unfolded, setUnfolded] = useState(false);
  const shown = useSelection(({ run }) => run);
  const first = items.find(({ run }) => run !== null && run === shown) ?? items[0];
  if (first === undefined) return null;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setUnfolded(false);
  };
  const open = (item: WaitingItem): void => {
    setUnfolded(false);
    void openWaiting(item);
  };
  return (
    <section className="waiting" aria-label={t('waiting.title')} onKeyDown={onKeyDown}>
      <div className="waiting-bar">
        <strong className="waiting-count" role="status">
          {t('waiting.count', { count: items.length })}
        </strong>
        <span className="waiting-first">
          <Asked item={first} />
        </span>
        <Age item={first} />
        <OpenButton item={first} onOpen={open} />
        {items.length > 1 && (
          <button
            type="button"
            aria-expanded={unfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? t('waiting.fold') : t('waiting.all')}
          </button>
        )}
      </div>
      {unfolded && items.length > 1 && (
        <ul className="waiting-list" id={id}>
          {items.map((item) => (
            <li key={item.key} aria-current={item.run === shown ? 'true' : undefined}>
              <Scope item={item} />
              <div className="waiting-what">
                <Asked item={item} />
                <Target item={item} />
              </div>
              <Age item={item} />
              <span className="waiting-buttons">
                <ResumeButton item={item} />
                <OpenButton item={item} onOpen={open} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
