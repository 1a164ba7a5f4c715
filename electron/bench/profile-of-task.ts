import type { Profile } from '../../shared/profile.js';
import { type Message, text } from '../../shared/texts/words.js';
import { visibleName } from '../../shared/visible-text.js';
import { isProfilePath } from './profiles.js';
import { steeringVariable } from './steering-variables.js';

interface Fault {
  message: Message;
  next: Message;
}

/**
 * What a profile may not have that a task names by its path: such a file comes from a repository or a colleague. A person's own profile,
 * which a task names by its id, may have it. Null: nothing.
 */
export function faultOfTaskProfile(named: string, profile: Profile): Fault | null {
  if (!isProfilePath(named)) return null;
  const shown = visibleName(named);
  if (profile.sdk.length > 0)
    return {
      message: text`${shown} has \`sdk\`, and a profile that a task names by its path may not open folders of this computer to builds`,
      next: text`put the profile into \`profiles/\` of the data folder and name its id, or name the folders under \`sdk\` in your policy.yaml`,
    };
  const variable = steeringVariable(profile);
  if (variable === null) return null;
  return {
    message: text`${shown} sets ${visibleName(variable)}: a profile that a task names by its path may not set variables that make a program load or run other files`,
    next: text`name the file in the command instead, or put the profile into \`profiles/\` of the data folder and name its id`,
  };
}
