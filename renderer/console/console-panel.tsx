import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { linesOf } from '../../shared/visible-text.js';
import { Empty } from '../empty.js';
import { VirtualLines } from '../list/virtual-lines.js';
import { useMirror } from '../mirror/mirror.js';
import { useSelection } from '../selection.js';
import { InkedText } from './inked-text.js';
import { markOf, placeIn } from './place-in.js';

/**
 * What the target printed. Colours are shown, and nothing else is interpreted: a terminal would obey escape sequences of
 * firmware that nobody has reason to trust.
 */
export function ConsolePanel() {
  const { t } = useTranslation();
  const node = useSelection((selection) => selection.node);
  const view = useMirror((mirror) => mirror.consoles[node]);
  const lines = useMemo(() => linesOf(view?.text ?? ''), [view?.text]);
  const place = useSelection((selection) => selection.place);
  const led = useMemo(() => placeIn(lines, place), [lines, place]);
  if (lines.length === 0) return <Empty what={t('console.empty')} />;
  return (
    <div className="console">
      {view?.cut && <p className="summary">{t('console.cut')}</p>}
      <VirtualLines count={lines.length} label={t('console.title')} follow target={led?.target}>
        {(index) => (
          <code className={led === null ? undefined : markOf(index, led)}>
            <InkedText line={lines[index] ?? ''} />
          </code>
        )}
      </VirtualLines>
    </div>
  );
}
