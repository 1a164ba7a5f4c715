import { useTranslation } from 'react-i18next';

export type Player = 'rules' | 'openai' | 'manual' | 'mock';

/** Who analyses and proposes. */
export function ProviderField<P extends Player>(props: {
  players: readonly P[];
  value: P;
  onChange: (player: P) => void;
}) {
  const { players, value, onChange } = props;
  const { t } = useTranslation();
  return (
    <fieldset>
      <legend>{t('start.provider')}</legend>
      {players.map((name) => (
        <label key={name}>
          <input type="radio" name="provider" checked={value === name} onChange={() => onChange(name)} />
          {t(`start.${name}`)}
        </label>
      ))}
    </fieldset>
  );
}
