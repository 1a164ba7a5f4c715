import { useTranslation } from 'react-i18next';
import { PACES } from '../../shared/ipc/runs.js';

export type NamedPace = (typeof PACES)[number];

export function PaceField(props: { value: NamedPace; onChange: (pace: NamedPace) => void }) {
  const { value, onChange } = props;
  const { t } = useTranslation();
  return (
    <fieldset className="in-a-row">
      <legend>{t('start.pace')}</legend>
      {PACES.map((pace) => (
        <label key={pace}>
          <input type="radio" name="pace" checked={value === pace} onChange={() => onChange(pace)} />
          {t(`pace.${pace}`)}
        </label>
      ))}
    </fieldset>
  );
}
