import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlashPlan } from '../../shared/ipc/flash.js';
import { inEnglish } from '../../shared/texts/words.js';
import { BenchSection } from '../bench-section.js';
import { ProblemAlert } from '../problem/problem-alert.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';
import { ImageParts } from './image-parts.js';

/** What a flash would do to the board, before it is touched. */
export function PlanPanel({ plan }: { plan: FlashPlan }) {
  const { t } = useTranslation();
  return (
    <>
      {plan.problems.map((problem) => (
        <ProblemAlert problem={problem} key={`${problem.code} ${inEnglish(problem.message)}`} />
      ))}
      <Warnings plan={plan} />
      <div className="plan">
        <BenchSection title={t('flash.boardPart')}>
          <Facts rows={useBoardFacts(plan)} />
        </BenchSection>
        <BenchSection title={t('flash.wayPart')}>
          <Facts rows={useWayFacts(plan)} />
        </BenchSection>
      </div>
      <ImageParts plan={plan} />
    </>
  );
}

/** What cannot be undone, and what was never tried for real. */
function Warnings({ plan }: { plan: FlashPlan }) {
  const { t } = useTranslation();
  const say = useSay();
  const { warnings, tried, irreversible } = plan;
  const lines = [
    ...(irreversible === null
      ? []
      : [`${t('flash.keepsPart')}: ${t('flash.keeps.never')}; ${say(irreversible)}`]),
    ...warnings.map((flag) => t(`flash.warning.${flag}`)),
    ...(tried === 'peer' ? [] : [t(`flash.tried.${tried}`)]),
  ];
  if (lines.length === 0) return null;
  return (
    <ul className="banner banner-gate warnings">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

type Fact = readonly [name: string, value: ReactNode];

function Facts({ rows }: { rows: readonly Fact[] }) {
  return (
    <dl>
      {rows.map(([name, value]) => (
        <div className="fact" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function useBoardFacts({ target, chip, keeps }: FlashPlan): Fact[] {
  const { t } = useTranslation();
  const wanted = chip === null ? t('flash.chipAny') : t('flash.chipWanted', { chip });
  const held: Fact = [t('flash.keepsPart'), t(`flash.keeps.${keeps}`)];
  if (target === null) return [[t('flash.chip'), wanted]];
  const { board, port, device, serial, chip: known, in_use_by } = target;
  const facts: Fact[] = [
    [t('flash.id'), <code key="id">{board}</code>],
    [t('flash.port'), <code key="port">{port}</code>],
  ];
  if (device !== '') facts.push([t('flash.device'), <VisibleText key="device" line={device} />]);
  if (serial !== null) facts.push([t('flash.serial'), <VisibleText key="serial" line={serial} />]);
  facts.push([t('flash.chip'), known === null ? wanted : t('flash.chipKnown', { chip: known })]);
  if (in_use_by.length > 0) facts.push([t('flash.inUse'), in_use_by.join(', ')]);
  return [...facts, held];
}

function useWayFacts({ protocol, command, erase, verifies }: FlashPlan): Fact[] {
  const { t } = useTranslation();
  const facts: Fact[] = [[t('flash.protocol'), <code key="protocol">{protocol}</code>]];
  if (command !== null)
    facts.push([t('flash.command'), <code key="command">{JSON.stringify(command)}</code>]);
  facts.push([t('flash.eraseKind'), t(`flash.erases.${erase}`)]);
  if (verifies !== null) facts.push([t('flash.verify'), t(`flash.verifies.${verifies}`)]);
  return facts;
}
