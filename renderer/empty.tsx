import type { ReactNode } from 'react';

/**
 * Says that there is nothing, and what would bring something.
 *
 * @param props.children the one thing to do about it, where there is one
 */
export function Empty(props: { what: string; next?: string; children?: ReactNode }) {
  const { what, next, children } = props;
  return (
    <div className="empty">
      <p>{what}</p>
      {next && <p className="quiet">{next}</p>}
      {children}
    </div>
  );
}
