import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COLOURS, type Colour, type HighlightRule } from '../../shared/ipc/console-rows.js';
import type { ConsoleView } from '../../shared/ipc/console-view.js';
import { Choice } from './choice.js';
import { applyRules } from './console-state.js';
import { faultOf } from './expression-fault.js';
import { ExpressionInput } from './expression-input.js';
import { shortName } from './port-name.js';
import { prefsOf } from './port-prefs.js';
import { changePortPrefs, usePrefs } from './prefs.js';

/** The colours of lines, kept for each device. */
export function RulesPanel({ view: { ports } }: { view: ConsoleView }) {
  const { t } = useTranslation();
  const [wanted, setPort] = useState('');
  const port = ports.find(({ id }) => id === wanted) ?? ports[0];
  const rules = usePrefs((prefs) => prefsOf(prefs, port).highlights);
  const [pattern, setPattern] = useState('');
  const fault = faultOf(pattern);
  const [colour, setColour] = useState<Colour>('red');
  const keep = (kept: readonly HighlightRule[]): void => {
    if (port) changePortPrefs(port, { highlights: [...kept] });
    void applyRules();
  };
  const add = (event: FormEvent): void => {
    event.preventDefault();
    if (fault) return;
    keep([...rules, { pattern, colour }]);
    setPattern('');
  };
  return (
    <>
      <form className="summary" onSubmit={add}>
        {ports.length > 1 && (
          <Choice
            label={t('ports.port')}
            value={port?.id ?? ''}
            options={ports.map(({ id }) => [id, shortName(id)])}
            onChange={setPort}
          />
        )}
        <ExpressionInput label={t('ports.pattern')} value={pattern} fault={fault} onChange={setPattern} />
        <Choice
          label={t('ports.colour')}
          value={colour}
          options={COLOURS.map((name) => [name, t(`ports.colours.${name}`)])}
          onChange={setColour}
        />
        <button type="submit" disabled={pattern === '' || fault !== null}>
          {t('ports.addRule')}
        </button>
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
