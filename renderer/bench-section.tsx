import { type ReactNode, useId } from 'react';

/** A titled part of a bench view. */
export function BenchSection(props: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="bench-section" aria-labelledby={id}>
      <h2 id={id}>{props.title}</h2>
      {props.children}
    </section>
  );
}
