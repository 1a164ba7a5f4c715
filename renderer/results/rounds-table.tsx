import { useTranslation } from 'react-i18next';
import type { CheckRun, MustFix, Player, Round } from '../../shared/roundtable.js';
import type { Words } from '../../shared/texts/words.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

/** What coder, reviewer and tester said in each round of a roundtable, and what must be fixed. */
export function RoundsTable({ rounds }: { rounds: readonly Round[] }) {
  const { t } = useTranslation();
  return (
    <div className="tests">
      <table className="rounds">
        <caption>{t('rounds.title')}</caption>
        <thead>
          <tr>
            {(['round', 'coder', 'reviewer', 'tester', 'mustFix'] as const).map((head) => (
              <th key={head} scope="col">
                {t(`rounds.${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rounds.map((round, index) => (
            // a round has no name of its own, and none is ever moved
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <RoundRow key={index} round={round} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RoundRow({ round }: { round: Round }) {
  const { t } = useTranslation();
  const { proposal, review, test } = round;
  return (
    <tr>
      <td>{round.mode === 'proposal' ? t('rounds.discussion') : round.round}</td>
      <td>
        <Said by={proposal.by} words={proposal.rationale} />
      </td>
      <td>{review ? <Said by={review.by} words={review.comment} /> : '–'}</td>
      <td>
        {test ? <Said by={test.by} words={test.comment} /> : '–'}
        {test?.runs.map((run) => (
          <CheckLine key={run.argv.join('\0')} run={run} />
        ))}
      </td>
      <td>
        {round.must_fix.map((item) => (
          <MustFixLine key={JSON.stringify(item)} item={item} />
        ))}
      </td>
    </tr>
  );
}

/** A model's words are marked as such: nobody has checked them. */
function Said({ by, words }: { by: Player; words: Words }) {
  const { t } = useTranslation();
  const say = useSay();
  return (
    <p>
      <strong>{by.isModel ? t('rounds.model', { name: by.name }) : by.name}</strong>{' '}
      <VisibleText line={say(words)} />
    </p>
  );
}

function CheckLine({ run }: { run: CheckRun }) {
  const { t } = useTranslation();
  return (
    <p>
      {t(`rounds.${run.status}`)}:{' '}
      <code>
        <VisibleText line={run.argv.join(' ')} />
      </code>
    </p>
  );
}

function MustFixLine({ item }: { item: MustFix }) {
  const say = useSay();
  return (
    <p>
      {item.where === null ? null : `${item.where}: `}
      <VisibleText line={say(item.what)} />
      {item.command === null ? null : <CommandWords argv={item.command} />}
    </p>
  );
}

const CommandWords = ({ argv }: { argv: readonly string[] }) => (
  <code>
    {' '}
    <VisibleText line={argv.join(' ')} />
  </code>
);
