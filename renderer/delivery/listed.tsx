import type { Words } from '../../shared/texts/words.js';
import { useSay } from '../text/use-say.js';
import { VisibleText } from '../text/visible-text.js';

/** Sentences under a head of their own; nothing where there are none. */
export function Listed({ title, all }: { title: string; all: readonly Words[] }) {
  const say = useSay();
  if (all.length === 0) return null;
  return (
    <>
      {title !== '' && <h3>{title}</h3>}
      <ul>
        {[...new Set(all.map(say))].map((one) => (
          <li key={one}>
            <VisibleText line={one} />
          </li>
        ))}
      </ul>
    </>
  );
}
