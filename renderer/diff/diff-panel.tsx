import { useTranslation } from 'react-i18next';
import { Empty } from '../empty.js';
import { useNode } from '../run/shown-node.js';
import { DiffLines } from './diff-lines.js';

export function DiffPanel() {
  const { t } = useTranslation();
  const patch = useNode()?.panels.patch;
  if (!patch) return <Empty what={t('diff.empty')} next={t('diff.emptyNext')} />;
  return <DiffLines patch={patch} label={t('diff.title')} />;
}
