import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COLOURS, type Colour, type HighlightRule } from '../../shared/ipc/console-rows.js';
import type { ConsoleView } from '../../shared/ipc/console-view.js';
import { Choice } from './choice.js';
import { applyRules } from './console-state.js';
import { shortName } from './port-name.js';
import { changePortPrefs, prefsOf, usePrefs } from './prefs.js';

/** The colours of lines, kept for each port. */
export function RulesPanel({ view: { ports } }: { view: ConsoleView }) {
  const { t } = useTranslation();
  const [wanted, setPort] = useState('');
  const port = ports.find(({ id }) => id === wanted)?.id ?? ports[0]?.id ?? '';
  const rules = usePrefs((prefs) => prefsOf(prefs, port).highlights);
  const [pattern, setPattern] = useState('');
  const [colour, setColour] = useState<Colour>('red');
  const keep = (kept: readonly HighlightRule[]): void => {
    changePortPrefs(port, { highlights: [...kept] });
    void applyRules();
  };
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (!isExpression(pattern)) return;
    keep([...rules, { pattern, colour }]);
    setPattern('');
  };
  return (
    <>
      <form className="summary" onSubmit={add}>
        {ports.length > 1 && (
          <Choice
            label={t('ports.port')}
            value={port}
            options={ports.map(({ id }) => [id, shortName(id)])}
            onChange={setPort}
          />
        )}
        <label>
          {t('ports.pattern')}
          <input
            value={pattern}
            aria-invalid={!isExpression(pattern)}
            onChange={(event) => setPattern(event.target.value)}
          />
        </label>
        <Choice
          label={t('ports.colour')}
          value={colour}
          options={COLOURS.map((name) => [name, t(`ports.colours.${name}`)])}
          onChange={setColour}
        />
        <button type="submit" disabled={pattern === '' || !isExpression(pattern)}>
          {t('ports.addRule')}
        </button>
        {!isExpression(pattern) && <span className="notice">{t('ports.noExpression')}</span>}
      </form>
      <ul className="rules">
        {rules.map((rule) => (
          <li key={`${rule.colour} ${rule.pattern}`}>
            <code className={`text-${rule.colour}`}>{rule.pattern}</code>
            <button
              type="button"
              aria-label={t('ports.removeRule', { pattern: rule.pattern })}
              onClick={() => keep(rules.filter((one) => one !== rule))}
            >
              {t('ports.remove')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function isExpression(pattern: string): boolean {
  try {
    new RegExp(pattern);
    return true;
  } catch {
    return false;
  }
}
