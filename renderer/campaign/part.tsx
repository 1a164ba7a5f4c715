import { type ReactNode, useId } from 'react';

/** A part of the panel under its own head, folded where it is not what matters now. */
export function Part(props: { title: string; note?: string; open?: boolean; children: ReactNode }) {
  const { title, note, open = true, children } = props;
  const id = useId();
  return (
    <details className="campaign-part" open={open} aria-labelledby={id}>
      <summary>
        <h3 id={id}>{title}</h3>
        {note && <span className="quiet">{note}</span>}
      </summary>
      <div className="campaign-body">{children}</div>
    </details>
  );
}

export const Nothing = ({ text }: { text: string }) => <p className="quiet">{text}</p>;
