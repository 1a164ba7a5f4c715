/** What each key of the window does. */
export const enShortcuts = {
  title: 'Keyboard shortcuts',
  views: 'Runs, boards, console, flash',
  ask: 'Ask for something: a new session',
  newRun: 'New run from a task file',
  demo: 'Run a demo',
  runs: 'Fold or unfold the list of runs',
  gate: 'Go to the next thing that waits for you',
  resume: 'Resume the run',
  nextStep: 'Next step of a paused run',
  tabs: 'The parts of the run, from the left',
  filter: 'Filter the lines of the console',
  help: 'This list',
  move: 'Move in a list, a table, the tabs or the diagram',
  escape: 'Close a dialog; never an answer',
};
