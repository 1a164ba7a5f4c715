import { type FormEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortRow } from '../../shared/ipc/boards.js';
import { FLASH_CALLS, type FlashPlan, type FlashWanted } from '../../shared/ipc/flash.js';
import type { Result } from '../../shared/problem.js';
import type { BoardProfile } from '../../shared/profile/board.js';
import { visibleName } from '../../shared/visible-text.js';
import { ask } from '../actions.js';
import { useBench } from '../boards/use-bench.js';
import { caller } from '../client.js';
import { Empty } from '../empty.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { useSay } from '../text/use-say.js';
import { useDraft } from './draft.js';
import { ImageField } from './image-field.js';
import { askFlash } from './mirror.js';
import { PlanPanel } from './plan-panel.js';

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

const call = caller(FLASH_CALLS);

/**
 * What main says a flash would do; null while that is not known. Asked again when something else is wanted, and when
 * `bench` (the revision of what is plugged in) is another.
 */
function usePlan(wanted: FlashWanted | null, bench: number): Result<FlashPlan> | null {
  const [plan, setPlan] = useState<Result<FlashPlan> | null>(null);
  const key = JSON.stringify(wanted);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is `wanted`, compared by value; `bench` says when to ask again
  useEffect(() => {
    let late = false;
    if (wanted === null) setPlan(null);
    else
      void call('planFlash', wanted).then((told) => {
        if (!late) setPlan(told);
      });
    return () => {
      late = true;
    };
  }, [key, bench]);
  return wanted === null ? null : plan;
}

/** Chooses among the profiles of boards. */
function ProfileField() {
  const { t } = useTranslation();
  const say = useSay();
  const chosen = useDraft(({ profile }) => profile);
  const [profiles, setProfiles] = useState<readonly BoardProfile[] | null>(null);
  useEffect(() => {
    void ask('profiles', undefined).then((found) => {
      setProfiles((found?.profiles ?? []).filter((profile) => profile.kind === 'board'));
    });
  }, []);
  if (profiles === null) return null;
  const isListed = chosen === null || profiles.some(({ id }) => id === chosen);
  return (
    <div className="field">
      <label htmlFor="flash-profile">{t('flash.profile')}</label>
      <select
        id="flash-profile"
        value={chosen ?? ''}
        onChange={(event) => useDraft.setState({ profile: event.target.value })}
      >
        {chosen === null && <option value="">{t('flash.chooseProfile')}</option>}
        {!isListed && <option value={chosen}>{chosen}</option>}
        {profiles.map(({ id, title }) => (
          <option key={id} value={id}>
            {say(title)} ({id})
          </option>
        ))}
      </select>
      {profiles.length === 0 && <span className="quiet">{t('flash.noProfiles')}</span>}
    </div>
  );
}

/** Where the profile finds its board, or one of the ports and devices that are there. */
function TargetField({ ports }: { ports: readonly PortRow[] }) {
  const { t } = useTranslation();
  const chosen = useDraft(({ target }) => target);
  const isThere = chosen === null || ports.some(({ key }) => key === chosen);
  return (
    <div className="field">
      <label htmlFor="flash-target">{t('flash.target')}</label>
      <select
        id="flash-target"
        value={chosen ?? ''}
        onChange={({ target: { value } }) => useDraft.setState({ target: value === '' ? null : value })}
      >
        <option value="">{t('flash.targetFound')}</option>
        {!isThere && (
          <option value={chosen}>
            {chosen}: {t('flash.targetGone')}
          </option>
        )}
        {ports.map((port) => (
          <option key={port.key} value={port.key}>
            {nameOf(port)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What the device says of itself is untrusted text. */
function nameOf({ path, topology, manufacturer, description, serial, board }: PortRow): string {
  const names = [manufacturer, description, serial, board].filter((name) => name !== null);
  return visibleName([path ?? topology ?? '', ...names].join(' · '));
}
