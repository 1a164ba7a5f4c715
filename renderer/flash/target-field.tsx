import { useTranslation } from 'react-i18next';
import type { PortRow } from '../../shared/ipc/boards.js';
import { visibleName } from '../../shared/visible-text.js';
import { useDraft } from './draft.js';

/** Where the profile finds its board, or one of the ports and devices that are there. */
export function TargetField({ ports }: { ports: readonly PortRow[] }) {
  const { t } = useTranslation();
  const chosen = useDraft(({ target }) => target);
  const isThere = chosen === null || ports.some(({ key }) => key === chosen);
  return (
    <div className="field">
      <label htmlFor="flash-target">{t('flash.target')}</label>
      <select
        id="flash-target"
        value={chosen ?? ''}
        onChange={({ target: { value } }) => useDraft.setState({ target: value === '' ? null : value })}
      >
        <option value="">{t('flash.targetFound')}</option>
        {!isThere && (
          <option value={chosen}>
            {chosen}: {t('flash.targetGone')}
          </option>
        )}
        {ports.map((port) => (
          <option key={port.key} value={port.key}>
            {nameOf(port)}
          </option>
        ))}
      </select>
    </div>
  );
}

/** What the device says of itself is untrusted text. */
function nameOf({ path, topology, manufacturer, description, serial, board }: PortRow): string {
  const names = [manufacturer, description, serial, board].filter((name) => name !== null);
  return visibleName([path ?? topology ?? '', ...names].join(' · '));
}
