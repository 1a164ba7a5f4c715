import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardRow, Imported } from '../../shared/ipc/boards.js';
import type { Output } from '../../shared/ipc.js';
import { inEnglish } from '../../shared/texts/words.js';
import { BenchSection } from '../bench-section.js';
import { BenchView } from '../bench-view.js';
import { Empty } from '../empty.js';
import { Modal } from '../modal.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { select } from '../selection.js';
import { useSay } from '../text/use-say.js';
import { BoardTable } from './board-table.js';
import { askBoards } from './mirror.js';
import { PortTable } from './port-table.js';
import { ReleaseDialog } from './release-dialog.js';
import { useBench } from './use-bench.js';

/** The boards that are known and the ports that are there, live. */
export function BoardsView() {
  const { t } = useTranslation();
  const bench = useBench();
  const [releasing, setReleasing] = useState<BoardRow | null>(null);
  const [imported, setImported] = useState<Imported | null>(null);
  const importMap = async (): Promise<void> => setImported(await askBoards('importMap', undefined));
  const actions = (
    <button type="button" onClick={() => void importMap()}>
      {t('boards.import')}
    </button>
  );
  if (bench === null)
    return (
      <BenchView title={t('boards.title')} actions={actions}>
        <Empty what={t('common.loading')} />
      </BenchView>
    );
  return (
    <BenchView title={t('boards.title')} actions={actions}>
      {bench.problems.map((problem) => (
        <ProblemAlert problem={problem} key={`${problem.where} ${inEnglish(problem.message)}`} />
      ))}
      <BenchSection title={t('boards.known')}>
        {bench.boards.length === 0 ? (
          <Empty what={t('boards.none')} next={t('boards.noneNext')} />
        ) : (
          <BoardTable boards={bench.boards} onRelease={setReleasing} />
        )}
      </BenchSection>
      <BenchSection title={t('boards.ports')}>
        {bench.ports.length === 0 ? <NothingPlugged /> : <PortTable ports={bench.ports} />}
      </BenchSection>
      <SystemChecks />
      {releasing && <ReleaseDialog board={releasing} onClose={() => setReleasing(null)} />}
      {imported && <ImportedDialog imported={imported} onClose={() => setImported(null)} />}
    </BenchView>
  );
}

function NothingPlugged() {
  const { t } = useTranslation();
  return (
    <Empty what={t('boards.noPorts')} next={t('boards.noPortsNext')}>
      <button type="button" onClick={() => select({ dialog: 'demos' })}>
        {t('boards.demo')}
      </button>
    </Empty>
  );
}

/** What of this computer lets ports be opened, or stands in the way of it, and what to do about it. */
function SystemChecks() {
  const { t } = useTranslation();
  const say = useSay();
  const [checks, setChecks] = useState<Output<'systemChecks'> | null>(null);
  useEffect(() => {
    void askBoards('systemChecks', undefined).then(setChecks);
  }, []);
  if (checks === null) return null;
  return (
    <BenchSection title={t('boards.computer')}>
      <ul className="checks">
        {checks.map(({ name, detail, next }) => (
          <li key={name} className={next === undefined ? 'quiet' : undefined}>
            {/* One sentence: that is how the texts of the core know it. */}
            {say(`${name}: ${detail}`)}
            {next !== undefined && (
              <span className="under">
                {t('problem.next')}: <code>{say(next)}</code>
              </span>
            )}
          </li>
        ))}
      </ul>
    </BenchSection>
  );
}

/** What became of each entry of a hardware map. */
function ImportedDialog({ imported, onClose }: { imported: Imported; onClose: () => void }) {
  const { t } = useTranslation();
  const say = useSay();
  return (
    <Modal title={t('boards.imported', { count: imported.imported.length })} onClose={onClose}>
      <ul>
        {imported.imported.map(({ place, id, unused }) => (
          <li key={place}>
            <code>{id}</code>
            {unused.length > 0 && (
              <span className="under">{t('boards.unused', { keys: unused.join(', ') })}</span>
            )}
          </li>
        ))}
        {imported.refused.map(({ place, reason }) => (
          <li key={`refused ${place}`}>{t('boards.leftOut', { place, reason: say(reason) })}</li>
        ))}
      </ul>
      <div className="buttons">
        <button type="button" onClick={onClose}>
          {t('common.close')}
        </button>
      </div>
    </Modal>
  );
}
