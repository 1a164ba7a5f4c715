import { useTranslation } from 'react-i18next';
import { OUTCOMES } from '../../shared/mock-outcome.js';
import type { RunView } from '../../shared/views.js';
import { askCampaign } from '../campaign/calls.js';

/** That mocks play in the run, and the switch of each: what it does from its next request on, in every run. */
export function Mocks({ run: { mocks } }: { run: RunView }) {
  const { t } = useTranslation();
  if (mocks.length === 0) return null;
  return (
    <details className="mocks">
      <summary>
        <strong className="mock-mark">MOCK</strong> {t('mocks.what', { count: mocks.length })}
      </summary>
      <p className="quiet">{t('mocks.hint')}</p>
      <div className="mock-roles">
        {mocks.map(({ role, outcome }) => (
          <label key={role}>
            <span>{t(`mocks.role.${role}`)}</span>
            <select
              value={outcome}
              onChange={(event) => {
                const chosen = OUTCOMES.find((one) => one === event.target.value);
                if (chosen !== undefined) void askCampaign('setMock', { role, outcome: chosen });
              }}
            >
              {OUTCOMES.map((one) => (
                <option key={one} value={one}>
                  {t(`mocks.outcome.${one}`)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </details>
  );
}
