import { useTranslation } from 'react-i18next';
import type { APPROVABLE } from '../../shared/events.js';
import type { Input } from '../../shared/ipc.js';

export type Scope = (typeof APPROVABLE)[number];

/** As calls take them: with nothing ticked everything is asked. */
export const approvalsOf = (ticked: readonly Scope[]): Input<'start'>['approvals'] =>
  ticked.length === 0 ? 'ask' : [...ticked];

/** The other scopes are those of sessions, and of tools. */
const ASKED_BY_RUNS = ['build', 'patch', 'flash', 'power', 'publish'] as const satisfies readonly Scope[];

/** What is done without asking. */
export function ApprovalsField(props: {
  value: readonly Scope[];
  onChange: (scopes: readonly Scope[]) => void;
  /** Those that can be ticked; absent: those of a run. */
  scopes?: readonly Scope[];
}) {
  const { value, onChange, scopes = ASKED_BY_RUNS } = props;
  const { t } = useTranslation();
  const toggle = (scope: Scope): void =>
    onChange(value.includes(scope) ? value.filter((known) => known !== scope) : [...value, scope]);
  return (
    <fieldset>
      <legend>{t('start.approvals')}</legend>
      {scopes.map((scope) => (
        <label key={scope}>
          <input type="checkbox" checked={value.includes(scope)} onChange={() => toggle(scope)} />
          {t(`gate.scope.${scope}`)}
        </label>
      ))}
      <span className="quiet">{t('start.approvalsHint')}</span>
    </fieldset>
  );
}
