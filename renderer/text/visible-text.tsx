import { visiblePieces } from '../../shared/visible-text.js';

/** One line of untrusted text, with what cannot be seen shown as symbols. */
export function VisibleText({ line }: { line: string }) {
  return visiblePieces(line).map(({ at, text, hidden }) =>
    hidden ? (
      <span className="unseen" key={at}>
        {text}
      </span>
    ) : (
      text
    ),
  );
}
