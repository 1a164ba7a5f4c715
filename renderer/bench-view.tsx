import type { ReactNode } from 'react';

/** The page of a view of the bench: its name, what can be done in it, and below that what it shows, which scrolls. */
export function BenchView(props: { title: string; actions?: ReactNode; children: ReactNode }) {
  const { title, actions, children } = props;
  return (
    <main id="main" className="bench-view" tabIndex={-1} aria-label={title}>
      <header className="bench-head">
        <h1>{title}</h1>
        <div className="buttons">{actions}</div>
      </header>
      <div className="bench-body">{children}</div>
    </main>
  );
}
