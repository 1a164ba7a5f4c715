/**
 * What had the focus may go with what it did: a message that was dismissed, a port that was closed. The view gets it then,
 * so that who works with the keys stays where they were (WCAG 2.4.3).
 */
export function keepFocus(root: HTMLElement): void {
  let last: EventTarget | null = null;
  root.addEventListener('focusin', ({ target }) => {
    last = target;
  });
  new MutationObserver(() => {
    if (!(last instanceof HTMLElement) || last.isConnected) return;
    last = null;
    if (document.activeElement === document.body) document.getElementById('main')?.focus();
  }).observe(root, { childList: true, subtree: true });
}
