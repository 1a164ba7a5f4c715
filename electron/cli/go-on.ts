import { text } from '../../shared/texts/words.js';
import { resumedWith } from '../core/dispatched-runs.js';
import type { CommandDeps } from './command.js';

/** After an answer: the command that takes the run up again; nothing where a process drives it. */
export function tellHowToGoOn({ core, out }: Pick<CommandDeps, 'core' | 'out'>, run: string): void {
  const root = toResume(core, run);
  if (root !== null) out.note(out.say(text`to go on: benchloop resume ${root}`));
}

/** What is resumed so that a run goes on: itself, or whichever dispatched it; null: a process drives it. */
export function toResume(core: CommandDeps['core'], run: string): string | null {
  const { runs } = core.runs();
  const answered = runs.find((one) => one.run === run);
  const root = answered === undefined ? run : resumedWith(answered, runs).run;
  return core.isDriven(run) || core.isDriven(root) ? null : root;
}
