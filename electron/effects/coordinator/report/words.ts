import type { CheckRun, MustFix, Player, RoundtableOutcome } from '../../../../shared/roundtable.js';
import type { Say } from '../../../../shared/texts/language.js';
import { type Message, nested, text, type Words } from '../../../../shared/texts/words.js';
import { visible } from '../../../../shared/visible-text.js';

/** One line, control characters shown as symbols. */
export const oneLine = (words: string): string => visible(words).replace(/\s*\n\s*/g, ' · ');

/** A model's words are marked as such: nobody has checked them. */
export const saidBy = ({ name, isModel }: Player, words: Words): Message =>
  isModel ? text`${name} (a model’s words): ${nested(words)}` : text`${name}: ${nested(words)}`;

/** What has to be mended, with its command. */
export function mustFixWords({ what, where, command }: MustFix): Words {
  const at = where === null ? what : text`${where}: ${nested(what)}`;
  return command === null ? at : text`${nested(at)}: ${command.join(' ')}`;
}

const STATUS_TEXTS: Readonly<Record<CheckRun['status'], Message>> = {
  passed: text`passed`,
  failed: text`failed`,
  blocked: text`blocked`,
  not_run: text`not run`,
};

export const checkLine = (say: Say, { status, argv }: CheckRun): string =>
  oneLine(`${say(STATUS_TEXTS[status])}: ${argv.join(' ')}`);

/** What a person does about each end. */
export const NEXT_STEPS: Readonly<Record<RoundtableOutcome, Message>> = {
  await_operator_confirm: text`read the proposal, then confirm it: benchloop coordinate --follow-up RUN "go on" --mode implementation`,
  proposal_changes_requested: text`say what to change with --follow-up`,
  approved: text`read the patch and apply it with git apply`,
  review_schema_invalid: text`use a reviewer that can follow a JSON schema, or --role REVIEWER=rules`,
  tester_schema_invalid: text`use a tester that can follow a JSON schema, or --role TESTER=rules`,
  test_failed: text`read what must be fixed, and say more with --follow-up`,
  tester_command_blocked: text`put the command into the task’s checks or your policy, or use --role TESTER=rules`,
  repeated_test_failure: text`look at the command that fails again and again: the cause may lie outside the change`,
  max_iterations_reached: text`read what must be fixed, and say more with --follow-up`,
  canceled: text`start it again when you want it`,
  discussion_complete: text`say with --follow-up what you want, or start an implementation`,
  provider_network_error: text`see whether the model’s server can be reached, then start again`,
  provider_timeout: text`see why the model’s server takes so long, then start again`,
  provider_auth_error: text`check the key of the model’s server`,
  provider_not_found: text`check the address and the name of the model`,
  provider_permission_denied: text`see what the policy, the budget or the server does not allow`,
  timeout: text`raise stateTimeoutSec.coordinator in your policy, or ask for less`,
  exception: text`read the reason; benchloop doctor says what this computer lacks`,
};
