import { writeSync } from 'node:fs';
import { openEnvironment } from '../../../../electron/bench/open-environment.js';
import { createExec } from '../../../../electron/bench/process/exec.js';
import { createNextRuns } from '../../../../electron/bench/process/next.js';
import { ProfileSchema } from '../../../../shared/profile.js';

/**
 * A program that is there to be killed: holds a session open and says on stdout how far it is. Arguments: a profile
 * and a request, as JSON.
 */
const profile = ProfileSchema.parse(JSON.parse(process.argv[2] ?? ''));
const request = JSON.parse(process.argv[3] ?? '');
const say = (word: string) => writeSync(1, `${word}\n`);
const children = {
  started: () => void say('spawned'),
  ended: () => undefined,
};
const confinement = 'bubblewrap';
const next = createNextRuns();
const exec = createExec({ children, confinement, next });
const environment = openEnvironment(profile, request, { exec, children, home: '', brokerFile: '' });
const never = new AbortController().signal;

void environment.start(never).then(async () => {
  say('started');
  await environment.run(never, () => say('heard'));
});
