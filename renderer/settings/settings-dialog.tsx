import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../shared/texts/language.js';
import { LANGUAGE_NAMES } from '../i18n.js';
import { Modal } from '../modal.js';
import { select } from '../selection.js';
import { KeysSection } from './keys-section.js';
import { changeSetting, THEMES, useSettings } from './settings.js';

const close = (): void => select({ dialog: null });

export function SettingsDialog() {
  const { t } = useTranslation();
  const { language, theme, singleKeys } = useSettings();
  return (
    <Modal title={t('settings.title')} onClose={close}>
      <fieldset>
        <legend>{t('settings.language')}</legend>
        {LANGUAGES.map((name) => (
          <label key={name} lang={name}>
            <input
              type="radio"
              name="language"
              checked={language === name}
              onChange={() => changeSetting('language', name)}
            />
            {LANGUAGE_NAMES[name]}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('settings.theme')}</legend>
        {THEMES.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="theme"
              checked={theme === name}
              onChange={() => changeSetting('theme', name)}
            />
            {t(`settings.${name}`)}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('shortcuts.title')}</legend>
        <label>
          <input
            type="checkbox"
            checked={singleKeys === 'on'}
            onChange={(event) => changeSetting('singleKeys', event.target.checked ? 'on' : 'off')}
          />
          {t('settings.keys')}
        </label>
      </fieldset>
      <KeysSection />
      <div className="buttons">
        <button type="button" onClick={close}>
          {t('common.close')}
        </button>
      </div>
    </Modal>
  );
}
