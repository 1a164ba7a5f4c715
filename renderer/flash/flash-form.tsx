import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlashWanted } from '../../shared/ipc/flash.js';
import { useBench } from '../boards/use-bench.js';
import { Empty } from '../empty.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { useDraft } from './draft.js';
import { ImageField } from './image-field.js';
import { askFlash } from './mirror.js';
import { PlanPanel } from './plan-panel.js';
import { ProfileField } from './profile-field.js';
import { TargetField } from './target-field.js';
import { usePlan } from './use-plan.js';

/** What to flash where, and what that would do. */
export function FlashForm() {
  const { t } = useTranslation();
  const bench = useBench();
  const { profile, target, image } = useDraft();
  const wanted: FlashWanted | null = profile === null || image === null ? null : { profile, target, image };
  const plan = usePlan(wanted, bench?.revision ?? 0);
  const [starting, setStarting] = useState(false);
  const ready = plan?.ok === true && plan.value.problems.length === 0;
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (wanted === null || !ready) return;
    setStarting(true);
    const started = await askFlash('startFlash', wanted);
    setStarting(false);
    if (started !== null) useDraft.setState({ next: false });
  };
  return (
    <>
      <form className="flash-form" aria-label={t('flash.what')} onSubmit={(event) => void submit(event)}>
        <ProfileField />
        <TargetField ports={bench?.ports ?? []} />
        <ImageField plan={plan?.ok ? plan.value : null} />
        <div className="buttons">
          <span className="quiet">{t('flash.beginHint')}</span>
          <button type="submit" className="main-button" disabled={!ready || starting}>
            {t('flash.begin')}
          </button>
        </div>
      </form>
      {wanted === null && <Empty what={t('flash.planEmpty')} next={t('flash.planEmptyNext')} />}
      {plan?.ok === true && <PlanPanel plan={plan.value} />}
      {plan?.ok === false && <ProblemAlert problem={plan.error} />}
    </>
  );
}
