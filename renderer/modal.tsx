import { type ReactNode, useEffect, useId, useRef } from 'react';

/**
 * A modal dialog of the platform: the page behind it is inert, focus stays inside, Escape closes it and focus goes back to
 * where it was. Focus starts on the heading, so that no key pressed by chance does anything.
 */
export function Modal(props: {
  title: string;
  alert?: boolean;
  className?: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const { title, alert = false, className, onClose, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const id = useId();
  useEffect(() => {
    const before = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    heading.current?.focus();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
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
