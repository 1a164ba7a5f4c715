import { useTranslation } from 'react-i18next';
import type { BoardRow } from '../../shared/ipc/boards.js';
import { flashNext } from '../flash/draft.js';
import { ProblemText } from '../problem/problem-text.js';
import { useSay } from '../text/use-say.js';
import { useTimes } from '../text/use-times.js';
import { VisibleText } from '../text/visible-text.js';
import { BenchTable } from './bench-table.js';
import { askBoards } from './mirror.js';

interface BoardProps {
  board: BoardRow;
  onRelease: (board: BoardRow) => void;
}

/** The boards of the registry: where they are, who has them, what is kept of them. */
export function BoardTable(props: { boards: readonly BoardRow[]; onRelease: BoardProps['onRelease'] }) {
  const { boards, onRelease } = props;
  const { t } = useTranslation();
  return (
    <BenchTable columns={[t('boards.board'), t('boards.place'), t('boards.use'), t('boards.lastGood')]}>
      {boards.map((board) => (
        <Row key={board.id} board={board} onRelease={onRelease} />
      ))}
    </BenchTable>
  );
}

function Row({ board, onRelease }: BoardProps) {
  const { t } = useTranslation();
  const say = useSay();
  return (
    <tr>
      <th scope="row">
        {board.id}
        <span className="under">
          {board.title === null ? t('boards.noProfile', { id: board.profile }) : say(board.title)}
          {board.chip !== null && ` · ${board.chip}`}
        </span>
      </th>
      <td>
        {board.port === null ? <span className="quiet">{t('boards.away')}</span> : <code>{board.port}</code>}
        <Key board={board} />
      </td>
      <td>
        <Use board={board} />
      </td>
      <td>
        <Kept board={board} />
      </td>
      <td>
        <Actions board={board} onRelease={onRelease} />
      </td>
    </tr>
  );
}

/** What makes it the same board again. */
function Key({ board: { key } }: Pick<BoardProps, 'board'>) {
  const { t } = useTranslation();
  const parts = [
    key.usb,
    key.serial && t('boards.serial', { serial: key.serial }),
    key.topology && t('boards.topology', { topology: key.topology }),
  ].filter((part) => part !== null && part !== '');
  if (parts.length === 0) return null;
  return (
    <span className="under">
      <VisibleText line={parts.join(' · ')} />
    </span>
  );
}

function Use({ board }: Pick<BoardProps, 'board'>) {
  const { t } = useTranslation();
  const say = useSay();
  const { clock } = useTimes();
  const { lease, queue, quarantined, failures } = board;
  const until = lease?.expires_at ?? null;
  return (
    <>
      {quarantined !== null && (
        <p className="grave">{t('boards.quarantined', { reason: say(quarantined) })}</p>
      )}
      {lease !== null && (
        <p>
          {t('boards.held', { owner: say(lease.owner) })}
          <span className="under">
            {until === null
              ? t('boards.untilReleased')
              : t('boards.until', { time: clock(new Date(until).toISOString()) })}
          </span>
        </p>
      )}
      {lease === null && quarantined === null && <p>{t('boards.free')}</p>}
      {queue.length > 0 && (
        <p className="under">{t('boards.queue', { owners: queue.map(say).join(', ') })}</p>
      )}
      {failures > 0 && quarantined === null && (
        <p className="under">{t('boards.failures', { count: failures })}</p>
      )}
    </>
  );
}

function Kept({ board }: Pick<BoardProps, 'board'>) {
  const { t } = useTranslation();
  const { moment } = useTimes();
  const { last_good: good, holds, problem } = board;
  if (problem !== null) return <ProblemText problem={problem} />;
  if (good === null) return <span className="quiet">{t('boards.nothingKept')}</span>;
  return (
    <>
      <code title={good.image ?? good.content}>{(good.image ?? good.content).slice(0, 12)}</code>
      <span className="under">
        {moment(new Date(good.at).toISOString())}
        {holds?.content === good.content && ` · ${t('boards.holdsIt')}`}
      </span>
    </>
  );
}

function Actions({ board, onRelease }: BoardProps) {
  const { t } = useTranslation();
  const { id, profile, last_good, first_dump, lease, quarantined, drives } = board;
  const other = drives === 'nothing' ? 'actuators' : 'nothing';
  const restore = (point: 'last-good' | 'first-dump') => () =>
    flashNext({ profile, target: null, image: { by: 'restore', board: id, point } });
  return (
    <div className="buttons">
      {last_good !== null && (
        <button type="button" aria-label={t('boards.restoreOf', { id })} onClick={restore('last-good')}>
          {t('boards.restore')}
        </button>
      )}
      {first_dump !== null && (
        <button type="button" aria-label={t('boards.restoreFirstOf', { id })} onClick={restore('first-dump')}>
          {t('boards.restoreFirst')}
        </button>
      )}
      <button
        type="button"
        aria-pressed={drives === 'nothing'}
        aria-label={t('boards.drivesNothingOf', { id })}
        title={t('boards.drivesHint')}
        onClick={() => void askBoards('setDrives', { board: id, drives: other })}
      >
        {t('boards.drivesNothing')}
      </button>
      {(lease !== null || quarantined !== null) && (
        <button
          type="button"
          aria-label={t('boards.releaseOf', { id })}
          aria-haspopup="dialog"
          onClick={() => onRelease(board)}
        >
          {t('boards.release')}
        </button>
      )}
    </div>
  );
}
