import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardRow, Imported } from '../../shared/ipc/boards.js';
import { inEnglish } from '../../shared/texts/words.js';
import { BenchSection } from '../bench-section.js';
import { BenchView } from '../bench-view.js';
import { Empty } from '../empty.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { select } from '../selection.js';
import { BoardTable } from './board-table.js';
import { ImportedDialog } from './imported-dialog.js';
import { askBoards } from './mirror.js';
import { PortTable } from './port-table.js';
import { ReleaseDialog } from './release-dialog.js';
import { SystemChecks } from './system-checks.js';
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
