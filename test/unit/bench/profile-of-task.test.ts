import { describe, expect, it } from 'vitest';
import { faultOfTaskProfile } from '../../../electron/bench/profile-of-task.js';
import { ProfileSchema } from '../../../shared/profile.js';
import { inEnglish } from '../../../shared/texts/words.js';

const setting = (env: Record<string, string>) =>
  ProfileSchema.parse({
    ...{ id: 'theirs', kind: 'script', title: 'Theirs' },
    test: { command: ['sh', './test.sh'], env },
  });

const STEERING =
  `PATH Path LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES PYTHONPATH PYTHONSTARTUP BASH_ENV ENV NODE_OPTIONS
  PERL5LIB PERL5OPT RUBYOPT GCONV_PATH IFS PROMPT_COMMAND GIT_SSH_COMMAND HOME`.split(/\s+/);

describe('a profile that a task names by its path', () => {
  it.each(STEERING)('may not set %s', (name) => {
    const fault = faultOfTaskProfile('./theirs.yaml', setting({ PORT: 'x', [name]: 'x' }));
    expect(fault && inEnglish(fault.message)).toContain(`./theirs.yaml sets test.env.${name}: `);
  });

  it('may set what only its programs read', () => {
    const env = {
      IMAGE: '{image}',
      PORT: '{port}',
      TOOL_PATH: 'x',
      OLD: 'LD_PRELOAD',
      PYTHONUNBUFFERED: '1',
    };
    expect(faultOfTaskProfile('./theirs.yaml', setting(env))).toBeNull();
  });
});

it('a profile of one’s own may set any variable', () => {
  expect(
    faultOfTaskProfile('mine', setting({ PATH: '/opt/vendor/bin', LD_LIBRARY_PATH: '/opt' })),
  ).toBeNull();
});
