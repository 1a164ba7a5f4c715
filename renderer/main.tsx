import { createRoot } from 'react-dom/client';
import { connect } from './actions.js';
import { App } from './app.js';
import { startTexts } from './i18n.js';
import { applySettings } from './settings/settings.js';
import './styles/main.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

startTexts();
await applySettings();
createRoot(root).render(<App />);
keepFocus(root);
void connect();

/**
 * What had the focus may go with what it did: a message that was dismissed, a port that was closed. The view gets it then,
 * so that who works with the keys stays where they were (WCAG 2.4.3).
 */
function keepFocus(root: HTMLElement): void {
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
