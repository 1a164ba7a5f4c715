import { inkedPieces } from './sgr.js';

/** One line of a console in its colours. Nothing else in it acts: other escape sequences are shown as symbols. */
export function InkedText({ line }: { line: string }) {
  return inkedPieces(line).map(({ at, text, hidden, classes }) =>
    hidden || classes !== '' ? (
      <span className={hidden ? 'unseen' : classes} key={at}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}
