import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { VirtualLines } from '../list/virtual-lines.js';
import { VisibleText } from '../text/visible-text.js';
import { countChanges, type DiffRow, parseDiff } from './parse.js';

const SIGN: Record<DiffRow['kind'], string> = {
  file: '',
  meta: '',
  hunk: '',
  context: ' ',
  add: '+',
  delete: '-',
};

/** A unified diff with the line numbers of both sides. */
export function DiffLines({ patch, label }: { patch: string; label: string }) {
  const { t } = useTranslation();
  const rows = useMemo(() => parseDiff(patch), [patch]);
  const summary = useMemo(() => countChanges(rows), [rows]);
  return (
    <div className="diff">
      <p className="summary">{t('diff.summary', summary)}</p>
      <VirtualLines count={rows.length} label={label}>
        {(index) => <DiffLine row={rows[index]} />}
      </VirtualLines>
    </div>
  );
}

/** One line of a diff; that it is added or removed is spoken as well. */
export function DiffLine({ row }: { row: DiffRow | undefined }) {
  const { t } = useTranslation();
  if (row === undefined) return null;
  const spoken = row.kind === 'add' ? t('diff.added') : row.kind === 'delete' ? t('diff.removed') : null;
  return (
    <div className={`diff-line diff-${row.kind}`}>
      <span className="diff-number">{row.before}</span>
      <span className="diff-number">{row.after}</span>
      <span className="diff-sign" aria-hidden="true">
        {SIGN[row.kind]}
      </span>
      {spoken && <span className="spoken">{spoken} </span>}
      <code>
        <VisibleText line={row.text} />
      </code>
    </div>
  );
}
