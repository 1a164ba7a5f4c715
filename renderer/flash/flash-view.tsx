import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BenchView } from '../bench-view.js';
import { Empty } from '../empty.js';
import { FlashForm } from './flash-form.js';
import { JobPanel } from './job-panel.js';
import { askFlash, useFlash } from './mirror.js';

/** Flashes an image onto a board by hand: what to flash and what that would do, then how it goes. */
export function FlashView() {
  const { t } = useTranslation();
  const view = useFlash(({ view }) => view);
  const [left, setLeft] = useState<number | null>(null);
  useEffect(() => {
    void askFlash('watchFlash', undefined);
  }, []);
  const job = view?.job ?? null;
  const shown = job === null || job.id === left ? 'form' : job.result === null ? 'running' : 'ended';
  // biome-ignore lint/correctness/useExhaustiveDependencies: what had the focus goes with what was shown before
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  }, [shown]);
  return (
    <BenchView title={t('flash.title')}>
      {view === null && <Empty what={t('common.loading')} />}
      {job !== null && shown !== 'form' && <JobPanel job={job} onLeave={() => setLeft(job.id)} />}
      {view !== null && shown === 'form' && <FlashForm />}
    </BenchView>
  );
}
