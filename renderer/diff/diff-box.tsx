import { useMemo } from 'react';
import { DiffLines } from './diff-lines.js';
import { parseDiff } from './parse.js';

/** Lines of a diff that are in view at most. */
const MOST_IN_VIEW = 24;
/** Height of a line, and of the line above all with the bar that scrolls sideways, in CSS pixels. */
const LINE = 18;
const HEAD = 52;

/** A unified diff as high as it needs, and no higher than a part of the page. */
export function DiffBox({ patch, label }: { patch: string; label: string }) {
  const rows = useMemo(() => parseDiff(patch).length, [patch]);
  const height = HEAD + LINE * Math.max(4, Math.min(rows, MOST_IN_VIEW));
  return (
    <div className="diff-box" style={{ height }}>
      <DiffLines patch={patch} label={label} />
    </div>
  );
}
