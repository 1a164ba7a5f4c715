import { createHash } from 'node:crypto';
import type { SwitchAsked } from '../../../bench/environment.js';
import type { EffectIo, Question } from '../../../engine/effect.js';
import type { FirmwareBench } from '../bench.js';

/**
 * A person lets this run switch this machine: once, within the bounds that the policy sets for flashing, but under a scope
 * of its own: who agrees to flashes has agreed to no switch. Another machine,
 * another controller or a changed profile is another question. What takes something from somebody else is asked each time,
 * and no approval of the command line answers it. False: the answer was no.
 */
export async function maySwitch(bench: FirmwareBench, io: EffectIo, asked: SwitchAsked): Promise<boolean> {
  const { flashesPerGrant, grantSec } = bench.policy;
  const lasting: Pick<Question, 'kind' | 'scope' | 'covers' | 'question' | 'grant'> = {
    kind: 'switch-agreed',
    scope: 'power',
    covers: 'deploy' in bench.profile ? ['flash'] : [],
    question: `Let this run switch ${asked.machine}, at most ${flashesPerGrant} times within ${Math.round(grantSec / 6) / 10} min?`,
    grant: { uses: flashesPerGrant, ms: grantSec * 1000 },
  };
  const once: typeof lasting = {
    kind: 'takeover-agreed',
    scope: 'question',
    question: `Take the console of ${asked.machine} from somebody else?`,
  };
  const answer = await io.ask({
    ...(asked.alwaysAsk ? once : lasting),
    subject: describeSwitch(asked, bench.profile.id),
    binding: createHash('sha256')
      .update(JSON.stringify([asked, bench.profile, io.run]))
      .digest('hex'),
  });
  return answer === 'yes';
}

/** What is agreed to, line by line. */
const describeSwitch = ({ machine, actions, commands }: SwitchAsked, profile: string): string =>
  [
    `machine: ${machine}`,
    `profile: ${profile}`,
    ...actions.map((action) => `action: ${action}`),
    ...commands.map((command) => `command, not confined: ${JSON.stringify(command)}`),
  ].join('\n');
