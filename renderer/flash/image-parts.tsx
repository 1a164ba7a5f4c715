import { useTranslation } from 'react-i18next';
import type { FlashPlan } from '../../shared/ipc/flash.js';
import { BenchSection } from '../bench-section.js';

const hex = (address: number): string => `0x${address.toString(16).padStart(8, '0')}`;
const rangeOf = ({ start, size }: { start: number; size: number }): string =>
  `${hex(start)} – ${hex(start + size - 1)}`;

/** More segments than that are counted only. */
const MOST_SHOWN = 24;

/** The image against the regions that may be written. */
export function ImageParts({ plan }: { plan: FlashPlan }) {
  const { t } = useTranslation();
  return (
    <div className="plan">
      <BenchSection title={t('flash.imagePart')}>
        <ImageFacts plan={plan} />
      </BenchSection>
      <BenchSection title={t('flash.regionsPart')}>
        <Regions regions={plan.regions} />
      </BenchSection>
    </div>
  );
}

function ImageFacts({ plan: { image } }: { plan: FlashPlan }) {
  const { t } = useTranslation();
  if (image === null) return <p className="quiet">–</p>;
  const shown = image.segments.slice(0, MOST_SHOWN);
  return (
    <>
      <dl>
        <dt>{t('flash.hash')}</dt>
        <dd>
          <code>{image.sha256}</code>
        </dd>
        <dt>{t('flash.format')}</dt>
        <dd>{image.format}</dd>
        <dt>{t('flash.size')}</dt>
        <dd>{t('flash.bytes', { count: image.bytes })}</dd>
      </dl>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('flash.segment')}</th>
            <th scope="col">{t('flash.size')}</th>
            <th scope="col">{t('flash.region')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((segment) => (
            <tr key={segment.start}>
              <th scope="row">{rangeOf(segment)}</th>
              <td>{t('flash.bytes', { count: segment.size })}</td>
              <td>
                {segment.regions.length === 0 ? (
                  <span className="grave">{t('flash.outside')}</span>
                ) : (
                  segment.regions.join(', ')
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {image.segments.length > MOST_SHOWN && (
        <p className="quiet">{t('flash.more', { count: image.segments.length - MOST_SHOWN })}</p>
      )}
    </>
  );
}

function Regions({ regions }: Pick<FlashPlan, 'regions'>) {
  const { t } = useTranslation();
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t('flash.region')}</th>
          <th scope="col">{t('flash.used')}</th>
          <th scope="col">{t('flash.erased')}</th>
        </tr>
      </thead>
      <tbody>
        {regions.map(({ name, start, size, page, used, erased }) => (
          <tr key={`${name} ${start}`}>
            <th scope="row">
              {name}
              <span className="under">{rangeOf({ start, size })}</span>
            </th>
            <td>
              <meter min={0} max={size} value={used} aria-label={t('flash.ofRegion', { used, size, name })} />
              <span className="under">{t('flash.ofRegion', { used, size, name })}</span>
            </td>
            <td>
              {t('flash.bytes', { count: erased })}
              <span className="under">
                {t('flash.page')}: {t('flash.bytes', { count: page })}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
