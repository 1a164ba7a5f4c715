import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoardProfile } from '../../shared/profile/board.js';
import { ask } from '../actions.js';
import { useSay } from '../text/use-say.js';
import { useDraft } from './draft.js';

/** Chooses among the profiles of boards. */
export function ProfileField() {
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
