/** What a person can do about a run that failed. */
export const enNext = {
  title: 'What next?',
  time: 'More time (had {{seconds}} s)…',
  timeHint: 'Runs the same task again and searches longer',
  timeTitle: 'Run again with more time',
  seconds: 'Time for the search, in seconds',
  secondsHint: 'This run had {{seconds}} s.',
  model: 'Ask a model…',
  modelHint: 'Runs the same task again and has a model propose patches',
  modelTitle: 'Run again with a model',
  modelReady: 'The model is set up: it gets the failing tests, the logs, and the sources that they lead to.',
  modelMissing: 'No model is set up on this computer.',
  modelThen: 'Set them where Benchloop is started, then start it again.',
  same: 'A new run of the same task. The task file is not changed, your policy holds, and you are asked for every approval again.',
  task: 'Open the task file',
  accept: 'Accept the patch…',
  acceptHint: 'Shows the patch that is not proven, and publishes it as a branch if you say so',
};
