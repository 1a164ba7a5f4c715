import { type Ref, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MOST_PATTERN } from '../../shared/ipc/console-rows.js';
import type { Fault } from './expression-fault.js';

/** Takes a regular expression, and says where it is wrong. */
export function ExpressionInput(props: {
  label: string;
  value: string;
  fault: Fault | null;
  onChange: (value: string) => void;
  onBackspace?: () => void;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation();
  const { label, value, fault, onChange, onBackspace, disabled, ref } = props;
  const note = useId();
  return (
    <>
      <label>
        {label}
        <input
          ref={ref}
          className="expression"
          value={value}
          maxLength={MOST_PATTERN}
          disabled={disabled}
          spellCheck={false}
          aria-invalid={fault !== null}
          aria-describedby={fault ? note : undefined}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Backspace' || value !== '' || !onBackspace) return;
            event.preventDefault();
            onBackspace();
          }}
        />
      </label>
      {fault && (
        <span className="notice" id={note} role="status">
          {t('ports.faultAt', { at: fault.at + 1, what: t(`ports.faults.${fault.kind}`) })}
        </span>
      )}
    </>
  );
}
