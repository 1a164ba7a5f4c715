import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { BenchView } from '../bench-view.js';
import { Empty } from '../empty.js';
import { useDraft } from './draft.js';
import { FlashForm } from './flash-form.js';
import { JobPanel } from './job-panel.js';
import { askFlash, useFlash } from './mirror.js';

/** Flashes an image onto a board by hand: what to flash and what that would do, then how it goes. */
export function FlashView() {
  const { t } = useTranslation();
  const view = useFlash(({ view }) => view);
  const next = useDraft((draft) => draft.next);
  useEffect(() => {
    void askFlash('watchFlash', undefined);
  }, []);
  const job = view?.job ?? null;
  const running = job !== null && job.result === null;
  const shown = running ? 'running' : job === null || next ? 'form' : 'ended';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus goes with what was shown before
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  }, [shown]);
  return (
    <BenchView title={t('flash.title')}>
      {view === null && <Empty what={t('common.loading')} />}
      {job !== null && shown !== 'form' && (
        <JobPanel key={job.id} job={job} onLeave={() => useDraft.setState({ next: true })} />
      )}
      {view !== null && shown === 'form' && <FlashForm />}
    </BenchView>
  );
}
