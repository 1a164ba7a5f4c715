import { createRoot } from 'react-dom/client';
import { connect } from './actions.js';
import { App } from './app.js';
import { startTexts } from './i18n.js';
import { keepFocus } from './keep-focus.js';
import { applySettings } from './settings/settings.js';
import './styles/main.css';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');

startTexts();
await applySettings();
createRoot(root).render(<App />);
keepFocus(root);
void connect();
