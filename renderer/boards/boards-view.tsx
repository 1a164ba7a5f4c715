import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BOARD_CALLS, BoardsViewSchema } from '../../shared/ipc/boards.js';
import { asker } from '../actions.js';
import { BenchView } from '../bench-view.js';
import { Empty } from '../empty.js';
import { mirrorOf } from '../mirror/area-mirror.js';

const ask = asker(BOARD_CALLS);
const useBoards = mirrorOf('boards', BoardsViewSchema);

export function BoardsView() {
  const { t } = useTranslation();
  const view = useBoards(({ view }) => view);
  useEffect(() => {
    void ask('watchBoards', undefined);
    return () => void ask('unwatchBoards', undefined);
  }, []);
  return (
    <BenchView title={t('views.boards')}>{view === null && <Empty what={t('common.loading')} />}</BenchView>
  );
}
