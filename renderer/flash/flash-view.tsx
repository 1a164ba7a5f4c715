import { useTranslation } from 'react-i18next';
import { BenchView } from '../bench-view.js';
import { Empty } from '../empty.js';

export function FlashView() {
  const { t } = useTranslation();
  return (
    <BenchView title={t('views.flash')}>
      <Empty what={t('common.loading')} />
    </BenchView>
  );
}
