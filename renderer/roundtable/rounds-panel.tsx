import { useTranslation } from 'react-i18next';
import type { MustFix, Player, Round } from '../../shared/roundtable.js';
import { linesOf } from '../../shared/visible-text.js';
import { DiffBox } from '../diff/diff-box.js';
import { Empty } from '../empty.js';
import { useNode } from '../run/shown-node.js';
import { TextBox } from '../session/call-card.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

/** A roundtable as a table of its rounds: proposal, review, test, what must be fixed. */
export function RoundsPanel() {
  const { t } = useTranslation();
  const node = useNode();
  const rounds = node?.panels.rounds ?? [];
  if (rounds.length === 0) return <Empty what={t('rounds.empty')} next={t('rounds.emptyNext')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keys (WCAG 2.1.1)
    <section className="scroll" tabIndex={0} aria-label={t('rounds.title')}>
      <table className="rounds">
        <thead>
          <tr>
            <th scope="col" className="round-number">
              {t('rounds.round')}
            </th>
            <th scope="col">{t('rounds.proposal')}</th>
            <th scope="col">{t('rounds.review')}</th>
            <th scope="col">{t('rounds.test')}</th>
            <th scope="col">{t('rounds.mustFix')}</th>
          </tr>
        </thead>
        <tbody>
          {rounds.map((round) => (
            <RoundRows key={round.round} round={round} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RoundRows({ round }: { round: Round }) {
  const { t } = useTranslation();
  const { proposal, review, test, must_fix } = round;
  return (
    <>
      <tr>
        <th scope="row">{round.round}</th>
        <td>
          <Words by={proposal.by} words={proposal.rationale} />
        </td>
        <td>
          {review === null ? (
            <span className="quiet">{t('rounds.notYet')}</span>
          ) : (
            <>
              <p>
                <strong>{t(`rounds.decision.${review.decision ?? 'none'}`)}</strong>
              </p>
              <Words by={review.by} words={review.comment} />
            </>
          )}
        </td>
        <td>{test === null ? <span className="quiet">{t('rounds.notYet')}</span> : <Tests test={test} />}</td>
        <td>
          {must_fix.length === 0 ? (
            <span className="quiet">{t('common.none')}</span>
          ) : (
            <Fixes all={must_fix} />
          )}
        </td>
      </tr>
      {proposal.patch !== '' && (
        <tr>
          <td />
          <td colSpan={4}>
            <details className="folded">
              <summary>{t('rounds.patch', { round: round.round })}</summary>
              <DiffBox patch={proposal.patch} label={t('rounds.patch', { round: round.round })} />
            </details>
          </td>
        </tr>
      )}
    </>
  );
}

/** Characters of what somebody said that are shown at once. */
const AT_ONCE = 240;

/** Who said it, and whether that is a model; the end of a long text is folded. */
function Words({ by, words }: { by: Player; words: Round['proposal']['rationale'] }) {
  const { t } = useTranslation();
  const said = useSay()(words);
  const first = said.length <= AT_ONCE ? said : said.slice(0, said.lastIndexOf(' ', AT_ONCE) + 1 || AT_ONCE);
  return (
    <>
      <p className="quiet">
        <VisibleText line={by.isModel ? t('rounds.byModel', { name: by.name }) : by.name} />
      </p>
      <Lines text={first} />
      {first.length < said.length && (
        <details className="folded">
          <summary>{t('rounds.more')}</summary>
          <Lines text={said.slice(first.length)} />
        </details>
      )}
    </>
  );
}

const Lines = ({ text }: { text: string }) =>
  linesOf(text).map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and no state
    <p key={at}>
      <VisibleText line={line} />
    </p>
  ));

function Tests({ test }: { test: NonNullable<Round['test']> }) {
  const { t } = useTranslation();
  return (
    <>
      <Words by={test.by} words={test.comment} />
      <ul className="checks">
        {test.runs.map(({ kind, argv, status, exit_code, output }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same command may run twice, and has no state
          <li key={at}>
            <span className={`check-${status}`}>{t(`rounds.status.${status}`)}</span>{' '}
            {t(`rounds.kind.${kind}`)}{' '}
            <code>
              <VisibleText line={argv.join(' ')} />
            </code>
            {exit_code !== null && exit_code !== 0 && ` (${exit_code})`}
            {output !== '' && <TextBox text={output} label={t('rounds.output')} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Fixes({ all }: { all: readonly MustFix[] }) {
  const { t } = useTranslation();
  const say = useSay();
  return (
    <ul>
      {all.map(({ what, where, command, output }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items have no other name, and no state
        <li key={at}>
          <VisibleText line={say(what)} />{' '}
          {where !== null && (
            <code>
              <VisibleText line={where} />
            </code>
          )}
          {command !== null && (
            <p>
              <code>
                <VisibleText line={command.join(' ')} />
              </code>
            </p>
          )}
          {output !== null && output !== '' && <TextBox text={output} label={t('rounds.output')} />}
        </li>
      ))}
    </ul>
  );
}
