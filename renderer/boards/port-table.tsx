import { useTranslation } from 'react-i18next';
import type { PortRow } from '../../shared/ipc/boards.js';
import { flashNext } from '../flash/draft.js';
import { ProblemText } from '../problem/problem-text.js';
import { VisibleText } from '../text/visible-text.js';
import { BenchTable } from './bench-table.js';

/** What is plugged in, and what stands in the way of using it. */
export function PortTable({ ports }: { ports: readonly PortRow[] }) {
  const { t } = useTranslation();
  return (
    <BenchTable columns={[t('boards.port'), t('boards.device'), t('boards.place'), t('boards.fits')]}>
      {ports.map((port) => (
        <Row key={port.key} port={port} />
      ))}
    </BenchTable>
  );
}

function Row({ port }: { port: PortRow }) {
  const { t } = useTranslation();
  const [profile] = port.profiles;
  return (
    <>
      <tr className={port.problem === null ? undefined : 'has-more'}>
        <th scope="row">
          {port.path ?? t('boards.noPort')}
          <InUse port={port} />
        </th>
        <td>
          <Device port={port} />
        </td>
        <td>
          <Place port={port} />
        </td>
        <td>
          {port.profiles.length === 0 ? (
            <span className="quiet">{t('boards.noFit')}</span>
          ) : (
            <code>{port.profiles.join(', ')}</code>
          )}
          {port.board !== null && <span className="under">{t('boards.isBoard', { id: port.board })}</span>}
        </td>
        <td>
          <div className="buttons">
            {profile !== undefined && (
              <button
                type="button"
                aria-label={t('boards.flashThrough', { port: port.path ?? port.topology })}
                onClick={() => flashNext({ profile, target: port.key, image: null })}
              >
                {t('boards.flash')}
              </button>
            )}
          </div>
        </td>
      </tr>
      {port.problem !== null && (
        <tr>
          <td colSpan={5} className="port-problem">
            <ProblemText problem={port.problem} />
          </td>
        </tr>
      )}
    </>
  );
}

function InUse({ port }: { port: PortRow }) {
  const { t } = useTranslation();
  return port.in_use_by.map(({ pid, program }) => (
    <span className="under" key={pid}>
      {t('boards.inUse', { program, pid })}
    </span>
  ));
}

/** As the device calls itself: untrusted text. */
function Device({ port }: { port: PortRow }) {
  const { t } = useTranslation();
  const { vendor, product, manufacturer, description, serial, functions } = port;
  const names = [manufacturer, description].filter((name) => name !== null).join(' ');
  if (vendor === null) return <span className="quiet">{t('boards.noUsb')}</span>;
  return (
    <>
      <VisibleText line={names} /> <code>{`${vendor}:${product}`}</code>
      <span className="under">
        <VisibleText
          line={[serial === null ? '' : t('boards.serial', { serial }), ...functions]
            .filter((part) => part !== '')
            .join(' · ')}
        />
      </span>
    </>
  );
}

function Place({ port: { topology, interface: number, driver } }: { port: PortRow }) {
  const { t } = useTranslation();
  return (
    <>
      {topology !== null && <code>{number === null ? topology : `${topology}:${number}`}</code>}
      <span className="under">{driver === null ? t('boards.noDriver') : t('boards.driver', { driver })}</span>
    </>
  );
}
