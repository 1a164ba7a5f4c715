import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenPort } from '../../shared/ipc/console-view.js';
import { Empty } from '../empty.js';
import { LongList } from '../list/long-list.js';
import { usePages } from '../list/use-pages.js';
import { ask } from './console-state.js';

const WIDTH = 16;

/** Every byte that a port said, 16 in a row. */
export function HexLines({ port: { id, bytes } }: { port: OpenPort }) {
  const { t } = useTranslation();
  const [follow, setFollow] = useState(true);
  const [range, setRange] = useState({ first: 0, last: 0 });
  const [onRange] = useState(() => (first: number, last: number) => setRange({ first, last }));
  // By bytes: the last row changes while it fills up.
  const count = Math.ceil(bytes / WIDTH);
  const rowAt = usePages(
    { key: id, count, size: bytes, load: (from, most) => ask('hexRows', { port: id, from, count: most }) },
    range.first,
    range.last,
  );
  if (count === 0) return <Empty what={t('ports.silent')} next={t('ports.silentNext')} />;
  return (
    <LongList
      count={count}
      label={t('ports.hexOf', { port: id })}
      follow={follow}
      onFollow={setFollow}
      target={null}
      onRange={onRange}
    >
      {(number) => <code>{rowAt(number)}</code>}
    </LongList>
  );
}
