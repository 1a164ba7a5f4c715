import type { ReactNode } from 'react';
import type { Problem } from '../../shared/problem.js';
import { ProblemText } from './problem-text.js';

/** What went wrong, told to a screen reader at once; `children` are what can be done about it. */
export function ProblemAlert({ problem, children }: { problem: Problem; children?: ReactNode }) {
  return (
    <div className="banner banner-problem" role="alert">
      <ProblemText problem={problem} />
      {children}
    </div>
  );
}
