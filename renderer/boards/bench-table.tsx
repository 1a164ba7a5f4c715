import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

/** A table of the bench: its columns, and one more for what can be done, whose title is only spoken. */
export function BenchTable({ columns, children }: { columns: readonly string[]; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <table className="bench-table">
      <thead>
        <tr>
          {columns.map((title) => (
            <th scope="col" key={title}>
              {title}
            </th>
          ))}
          <th scope="col">
            <span className="spoken">{t('boards.actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}
