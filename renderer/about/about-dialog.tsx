import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Output } from '../../shared/ipc.js';
import { inEnglish } from '../../shared/texts/words.js';
import { ask } from '../actions.js';
import { useMirror } from '../mirror/mirror.js';
import { Modal } from '../modal.js';
import { ProblemText } from '../problem/problem-text.js';
import { select } from '../selection.js';
import { useSay } from '../text/use-say.js';

const close = (): void => select({ dialog: null });

export function AboutDialog() {
  const { t } = useTranslation();
  const about = useMirror((mirror) => mirror.about);
  return (
    <Modal title={t('about.title')} onClose={close}>
      <p>{t('about.purpose')}</p>
      {about && (
        <>
          {about.runtime === 'fallback' && <p className="banner banner-gate">{t('about.fallbackNotice')}</p>}
          <dl className="facts">
            <dt>{t('about.version')}</dt>
            <dd>{about.version}</dd>
            <dt>{t('about.runtime')}</dt>
            <dd>
              {about.electron} ({t(`about.kind.${about.runtime}`)}) · Chromium {about.chrome} · Node{' '}
              {about.node}
            </dd>
            <dt>{t('about.platform')}</dt>
            <dd>{about.platform}</dd>
            <dt>{t('about.home')}</dt>
            <dd>{about.home}</dd>
          </dl>
        </>
      )}
      <Profiles />
      <div className="buttons">
        <button type="button" onClick={close}>
          {t('common.close')}
        </button>
      </div>
    </Modal>
  );
}

/** What a task can run on here; a file that cannot be used is named and does not stop the others. */
function Profiles() {
  const { t } = useTranslation();
  const say = useSay();
  const [found, setFound] = useState<Output<'profiles'> | null>(null);
  useEffect(() => {
    void ask('profiles', undefined).then(setFound);
  }, []);
  if (found === null) return null;
  return (
    <>
      <h3>{t('about.profiles')}</h3>
      <ul>
        {found.profiles.map(({ id, kind, title }) => (
          <li key={id}>
            <code>{id}</code> {say(title)} <span className="quiet">{kind}</span>
          </li>
        ))}
      </ul>
      {found.problems.map((problem) => (
        <ProblemText key={`${problem.where} ${inEnglish(problem.message)}`} problem={problem} />
      ))}
    </>
  );
}
