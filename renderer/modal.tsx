import { type ReactNode, useEffect, useId, useRef } from 'react';

/**
 * A modal dialog of the platform: the page behind it is inert, focus stays inside, Escape closes it and focus goes back to
 * where it was; what opened it may be gone, or about to go, and then the view gets it. Focus starts on the heading, so that no key pressed by chance does anything.
 */
export function Modal(props: {
  title: string;
  alert?: boolean;
  className?: string;
  /** What opened it goes with what was confirmed in it. */
  openerGoes?: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  const { title, alert = false, className, openerGoes = false, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  const forsaken = useRef(false);
  forsaken.current = openerGoes;
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus();
    return () => {
      element?.close();
      focusAfter(forsaken.current ? null : before);
    };
  }, []);
  return (
    <dialog
      ref={dialog}
      role={alert ? 'alertdialog' : 'dialog'}
      aria-modal="true"
      aria-labelledby={id}
      className={className}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        // A second Escape would close it without `cancel` (HTML, close watchers).
        if (event.key !== 'Escape') return;
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id} ref={heading} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

function focusAfter(before: Element | null): void {
  const isThere = before instanceof HTMLElement && before.isConnected && before !== document.body;
  const next = isThere ? before : document.getElementById('main');
  next?.focus();
}
