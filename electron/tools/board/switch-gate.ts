import { inLines, inOneLine, type Message, text, type Words } from '../../../shared/texts/words.js';
import type { SwitchAction, SwitchAsked } from '../../bench/environment.js';
import { bindingOf } from '../../engine/binding.js';
import type { Asking } from '../../engine/tool.js';
import type { WorkIo } from '../../engine/work-io.js';
import type { BoardWork } from './board-work.js';

/**
 * What a person is asked before the run switches this machine: once, within the bounds that the policy sets for flashing, but
 * under a scope of its own: who agrees to flashes has agreed to no switch. Another machine, another controller or a changed
 * profile is another question. What takes something from somebody else is asked each time, and no policy answers it.
 */
export function switchAsking(work: BoardWork, io: Pick<WorkIo, 'run'>, asked: SwitchAsked): Asking {
  const { flashesPerGrant, grantSec } = work.policy;
  const lasting: Pick<Asking, 'kind' | 'covers' | 'question' | 'grant'> = {
    kind: 'switch-agreed',
    covers: 'deploy' in work.profile ? ['flash'] : [],
    question: text`Let this run switch ${asked.machine}, at most ${flashesPerGrant} times within ${Math.round(grantSec / 6) / 10} min?`,
    grant: { uses: flashesPerGrant, ms: grantSec * 1000 },
  };
  const once: Pick<Asking, 'kind' | 'question' | 'onlyPerson'> = {
    kind: 'takeover-agreed',
    question: text`Take the console of ${asked.machine} from somebody else?`,
    onlyPerson: true,
  };
  return {
    ...(asked.alwaysAsk ? once : lasting),
    subject: describeSwitch(asked, work.profile.id),
    binding: bindingOf([asked, work.profile, io.run]),
    parts: {
      machine: asked.machine,
      actions: asked.actions.join(', '),
      commands: bindingOf(asked.commands).slice(0, 16),
      profile: bindingOf(work.profile).slice(0, 16),
    },
  };
}

/** What is agreed to, line by line. */
const describeSwitch = ({ machine, actions, commands }: SwitchAsked, profile: string): Words =>
  inLines(
    inOneLine(text`machine: ${machine}`),
    text`profile: ${profile}`,
    ...actions.map((action) => ACTION_WORDS[action]),
    ...commands.map((command) => text`command, not confined: ${JSON.stringify(command)}`),
  );

const ACTION_WORDS: Readonly<Record<SwitchAction, Message>> = {
  'power-on': text`action: switch it on`,
  'power-off': text`action: switch it off`,
  'power-cycle': text`action: switch it off and on`,
  reset: text`action: reset it`,
  deploy: text`action: deploy the image`,
  'end-other-console': text`action: end the console session of somebody else`,
};
