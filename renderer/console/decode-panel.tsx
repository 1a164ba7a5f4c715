import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decoded } from '../../shared/ipc/console-decode.js';
import type { ConsoleView } from '../../shared/ipc/console-view.js';
import type { Location } from '../../shared/results.js';
import { visibleName } from '../../shared/visible-text.js';
import { useSay } from '../text/use-say.js';
import { ask, useLooks } from './console-state.js';

/** Says what a fault that a board printed means, and where in the source it happened. */
export function DecodePanel({ view: { ports } }: { view: ConsoleView }) {
  const { t } = useTranslation();
  const marked = useLooks((looks) => looks.marked);
  const [elf, setElf] = useState<string | null>(null);
  const [decoded, setDecoded] = useState<Decoded | null>(null);
  const marksOpen = marked !== null && ports.some(({ id }) => id === marked.port);
  const decode = async (chosen: string | null): Promise<void> => {
    const port = marksOpen ? marked.port : ports[0]?.id;
    if (port === undefined) return;
    setDecoded(await ask('decode', { port, offset: marksOpen ? marked.offset : null, elf: chosen }));
  };
  const choose = async (): Promise<void> => {
    const chosen = await ask('pickElf', undefined);
    if (!chosen?.file) return;
    setElf(chosen.file);
    await decode(chosen.file);
  };
  return (
    <>
      <div className="summary">
        <button type="button" className="main-button" onClick={() => void decode(elf)}>
          {t('ports.decode.decode')}
        </button>
        <button type="button" onClick={() => void choose()}>
          {t('ports.decode.choose')}
        </button>
        {elf !== null && (
          <button type="button" onClick={() => setElf(null)}>
            {t('ports.decode.forget')}
          </button>
        )}
        <span className="quiet">{t('ports.decode.hint')}</span>
      </div>
      {decoded && <Meaning decoded={decoded} />}
    </>
  );
}

function Meaning({ decoded: { fault, calls, symbols, missingTool } }: { decoded: Decoded }) {
  const { t } = useTranslation();
  const say = useSay();
  const isDoubtful = symbols?.match === 'mismatch' || symbols?.match === 'unproven';
  return (
    <div className="decoded" role="status">
      <p className={symbols === null || isDoubtful ? 'notice' : 'quiet'}>
        {symbols === null
          ? t('ports.decode.noSymbols')
          : t(`ports.decode.${symbols.match}`, { file: visibleName(symbols.file) })}
        {missingTool !== null && ` ${t('ports.decode.missingTool', { tool: missingTool })}`}
      </p>
      {fault === null ? (
        <p>{t('ports.decode.noFault')}</p>
      ) : (
        <dl>
          <dt>{t('ports.decode.fault')}</dt>
          <dd>
            <strong>{fault.kind}</strong> {fault.address}
          </dd>
          <dt>{t('ports.decode.at')}</dt>
          <dd>
            {fault.pc} <Place location={fault.location} />
          </dd>
          <dt>{t('ports.decode.caller')}</dt>
          <dd>
            {fault.lr} <Place location={fault.caller} />
          </dd>
          <dt>{t('ports.decode.causes')}</dt>
          <dd>{fault.causes.map((cause) => visibleName(say(cause))).join('; ') || t('common.none')}</dd>
        </dl>
      )}
      {calls.length > 0 && (
        <>
          <h3>{t('ports.decode.calls')}</h3>
          <ol>
            {calls.map(({ address, location }) => (
              <li key={address}>
                <code>{address}</code> <Place location={location} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

function Place({ location }: { location: Location | undefined }) {
  if (location === undefined) return null;
  const { function: name, file, line } = location;
  return (
    <code>
      {name !== undefined && `${visibleName(name)} `}
      {visibleName(file)}:{line}
    </code>
  );
}
