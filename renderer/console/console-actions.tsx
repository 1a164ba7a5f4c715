import { useTranslation } from 'react-i18next';
import { Choice } from './choice.js';
import { look, PANELS, useConsole, useLooks } from './console-state.js';
import { shortName } from './port-name.js';
import { changePrefs, LAYOUTS, TIMES, usePrefs } from './prefs.js';

const LINES = 'lines';

/** How the lines are shown, and what is looked for in them. */
export function ConsoleActions() {
  const { t } = useTranslation();
  const { times, layout } = usePrefs();
  const { hexOf, panel, opening } = useLooks();
  const ports = useConsole(({ view }) => view?.ports) ?? [];
  const areLines = !ports.some(({ id }) => id === hexOf);
  return (
    <>
      <Choice
        label={t('ports.show')}
        value={hexOf ?? LINES}
        options={[
          [LINES, t('ports.lines')],
          ...ports.map(({ id }): [string, string] => [id, t('ports.hexOf', { port: shortName(id) })]),
        ]}
        onChange={(value) => look({ hexOf: value === LINES ? null : value, target: null, follow: true })}
      />
      {areLines && (
        <Choice
          label={t('ports.times')}
          value={times}
          options={TIMES.map((name) => [name, t(`ports.time.${name}`)])}
          onChange={(value) => changePrefs({ times: value })}
        />
      )}
      {areLines && ports.length > 1 && (
        <Choice
          label={t('ports.layout')}
          value={layout}
          options={LAYOUTS.map((name) => [name, t(`ports.layouts.${name}`)])}
          onChange={(value) => changePrefs({ layout: value })}
        />
      )}
      {PANELS.map((name) => (
        <button
          type="button"
          key={name}
          aria-pressed={panel === name}
          onClick={() => look({ panel: panel === name ? null : name })}
        >
          {t(`ports.panel.${name}`)}
        </button>
      ))}
      <button type="button" aria-expanded={opening} onClick={() => look({ opening: !opening })}>
        {t('ports.another')}
      </button>
    </>
  );
}
