import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { AboutDialog } from './about/about-dialog.js';
import { ShortcutsDialog } from './about/shortcuts-dialog.js';
import { FileDialog } from './campaign/file-dialog.js';
import { Empty } from './empty.js';
import { WaitingGate } from './gate/gate-dialog.js';
import { later } from './later.js';
import { ProblemBanner } from './problem/problem-banner.js';
import { PromptDialog } from './prompts/prompt-dialog.js';
import { AbortDialog } from './run/abort-dialog.js';
import { AcceptDialog } from './run/accept-dialog.js';
import { AskModelDialog, MoreTimeDialog } from './run/again-dialog.js';
import { Announcer } from './run/announcer.js';
import { RunsView } from './runs/runs-view.js';
import { type Dialog, useSelection, type ViewName } from './selection.js';
import { SettingsDialog } from './settings/settings-dialog.js';
import { useShortcuts } from './shortcuts.js';
import { AskDialog } from './start/ask-dialog.js';
import { CampaignDialog } from './start/campaign-dialog.js';
import { DeliverDialog } from './start/deliver-dialog.js';
import { DemosDialog } from './start/demos-dialog.js';
import { StartDialog } from './start/start-dialog.js';
import { Toolbar } from './toolbar.js';
import { WaitingBar } from './waiting/waiting-bar.js';

const DIALOGS: Record<Dialog, ComponentType> = {
  abort: AbortDialog,
  accept: AcceptDialog,
  moreTime: MoreTimeDialog,
  askModel: AskModelDialog,
  start: StartDialog,
  ask: AskDialog,
  campaign: CampaignDialog,
  deliver: DeliverDialog,
  file: FileDialog,
  prompt: PromptDialog,
  demos: DemosDialog,
  settings: SettingsDialog,
  shortcuts: ShortcutsDialog,
  about: AboutDialog,
};

export function App() {
  const { t } = useTranslation();
  useShortcuts();
  return (
    <>
      <a className="skip" href="#main">
        {t('app.skip')}
      </a>
      <Toolbar />
      <WaitingBar />
      <ProblemBanner />
      <div className="with-chat">
        <ChosenView />
        <Chat />
      </div>
      <Announcer />
      <Dialogs />
    </>
  );
}

/** Beside every view, where the person opened it. */
const ChatPanel = later(async () => (await import('./chat/chat-panel.js')).ChatPanel);

function Chat() {
  return useSelection((selection) => selection.chat) ? <ChatPanel /> : null;
}

/** One dialog at a time: a gate waits until the person has closed what they opened, and looks at the runs. */
function Dialogs() {
  const dialog = useSelection((selection) => selection.dialog);
  const view = useSelection((selection) => selection.view);
  const Opened = dialog && DIALOGS[dialog];
  if (Opened) return <Opened />;
  return view === 'runs' ? <WaitingGate /> : null;
}

/** The views of the bench are loaded when they are first looked at: the window opens on the runs. */
const VIEWS: Record<ViewName, ComponentType> = {
  runs: RunsView,
  boards: later(async () => (await import('./boards/boards-view.js')).BoardsView, <Loading />),
  console: later(async () => (await import('./console/console-view.js')).ConsoleView, <Loading />),
  flash: later(async () => (await import('./flash/flash-view.js')).FlashView, <Loading />),
};

/** The view that is looked at; the others are not in the page. */
function ChosenView() {
  const View = VIEWS[useSelection((selection) => selection.view)];
  return <View />;
}

function Loading() {
  const { t } = useTranslation();
  return <Empty what={t('common.loading')} />;
}
