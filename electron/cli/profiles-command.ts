import { TRIALS, TRIED_NOTES, type Tried } from '../../shared/profile/tried.js';
import type { Profile } from '../../shared/profile.js';
import { parseCommand } from './arguments.js';
import type { Command } from './command.js';
import { EXIT, refuse } from './output.js';

/** `benchloop profiles`: those that load; what is wrong with the others is said beside. */
export const profilesCommand: Command = async ({ core, out }, args) => {
  const parsed = parseCommand(args, { json: { type: 'boolean' } }, { least: 0, most: 0, names: '' });
  if (!parsed.ok) return refuse(out, parsed.error, args.includes('--json'));
  const { profiles, problems } = await core.profiles();
  if (parsed.value.flag('json')) {
    out.json({ profiles: profiles.map((profile) => ({ ...profile, ...trial(profile) })), problems });
    return EXIT.success;
  }
  for (const profile of profiles) {
    const notes = TRIED_NOTES[trial(profile).tried ?? 'peer'].map((note) => ` (${out.say(note)})`);
    out.line(`${profile.id.padEnd(22)} ${profile.kind.padEnd(6)} ${out.say(profile.title)}${notes.join('')}`);
  }
  for (const problem of problems) out.note(out.tell(problem));
  return EXIT.success;
};

/** Against what the flasher of a board's profile was tried. */
const trial = (profile: Profile): { tried?: Tried } =>
  profile.kind === 'board' ? { tried: TRIALS[profile.flash.protocol].tried } : {};
