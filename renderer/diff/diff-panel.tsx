import { useTranslation } from 'react-i18next';
import { Empty } from '../empty.js';
import { useMirror } from '../mirror/mirror.js';
import { DiffLines } from './diff-lines.js';

export function DiffPanel() {
  const { t } = useTranslation();
  const patch = useMirror((mirror) => mirror.run?.patch);
  if (!patch) return <Empty what={t('diff.empty')} next={t('diff.emptyNext')} />;
  return <DiffLines patch={patch} label={t('diff.title')} />;
}
