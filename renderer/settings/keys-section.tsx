import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { KEY_CALLS } from '../../shared/ipc/keys.js';
import type { KeyState, KeysView } from '../../shared/keys.js';
import type { Problem, Result } from '../../shared/problem.js';
import { caller } from '../client.js';
import { ProblemAlert } from '../problem/problem-alert.js';

const call = caller(KEY_CALLS);

/** Whether there are keys of models, and from where; a key can be given, and is never shown. */
export function KeysSection() {
  const { t } = useTranslation();
  const [view, setView] = useState<KeysView | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const take = (result: Result<KeysView>): boolean => {
    if (result.ok) setView(result.value);
    setProblem(result.ok ? null : result.error);
    return result.ok;
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog opens
  useEffect(() => void call('keys', undefined).then(take), []);
  return (
    <fieldset>
      <legend>{t('keys.title')}</legend>
      {view?.keys.length === 0 && <p className="quiet">{t('keys.noneAllowed')}</p>}
      {view?.keys.map((key) => (
        <KeyForm key={key.provider} state={key} keeps={view.keeps} take={take} />
      ))}
      {problem !== null && <ProblemAlert problem={problem} />}
    </fieldset>
  );
}

/** The field is the page's own, not React's: the key is gone from the page once it was sent. */
function KeyForm(props: { state: KeyState; keeps: boolean; take: (result: Result<KeysView>) => boolean }) {
  const { state, keeps, take } = props;
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [empty, setEmpty] = useState(true);
  const { provider } = state;
  const give = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const input = field.current;
    if (input === null) return;
    const key = input.value;
    input.value = '';
    setEmpty(true);
    take(await call('giveKey', { provider, key }));
  };
  return (
    <form className="field" onSubmit={(event) => void give(event)}>
      <label htmlFor={id}>
        {t('keys.of', { provider })} <code>{state.variable}</code>
      </label>
      <span role="status">{t(`keys.at.${whereOf(state)}`)}</span>
      <span className="field-row">
        <input
          id={id}
          ref={field}
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder={t('keys.paste')}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setEmpty(event.target.value.trim() === '')}
        />
        <button type="submit" disabled={empty}>
          {t('keys.give')}
        </button>
        <button
          type="button"
          disabled={state.given === null}
          onClick={() => void call('removeKey', { provider }).then(take)}
        >
          {t('keys.remove')}
        </button>
      </span>
      <span id={`${id}-hint`} className={keeps ? 'quiet' : 'key-warning'}>
        {t(keeps ? 'keys.keeps' : 'keys.memoryOnly')}
      </span>
    </form>
  );
}

/** The environment goes before what was given. */
const whereOf = ({ environment, given }: KeyState) =>
  environment ? (given === null ? 'environment' : 'both') : (given ?? 'nowhere');
