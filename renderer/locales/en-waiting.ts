/** What waits for the person. */
export const enWaiting = {
  title: 'Waiting for you',
  count_one: '{{count}} waits for you',
  count_other: '{{count}} wait for you',
  all: 'Show all',
  fold: 'Hide list',
  open: 'Show the question',
  openRun: 'Show the run',
  resume: 'Resume',
  risk: 'Risk {{value}}',
  justNow: 'just now',
  since: 'Asked {{time}}',
  sinceInterrupted: 'Interrupted {{time}}',
  resumeScope: 'Interrupted run',
};
