import { useTranslation } from 'react-i18next';
import { BenchView } from '../bench-view.js';
import { Empty } from '../empty.js';

export function ConsoleView() {
  const { t } = useTranslation();
  return (
    <BenchView title={t('views.console')}>
      <Empty what={t('common.loading')} />
    </BenchView>
  );
}
