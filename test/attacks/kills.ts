import { killedAfter } from '../crash/any-moment.js';
import { undisturbed } from '../crash/chain.js';
import { firmwareLoop } from '../crash/play-firmware-loop.js';
import { misspelt, type Subject } from '../crash/scene.js';
import { bundleCommandLine, type CommandLine } from '../fixtures/loop/command-line.js';
import { OFF_BY_ONE, ringProject } from '../fixtures/loop/projects.js';
import type { Opening } from './attack.js';

const searched: Subject = { repository: (dir) => ringProject(dir, OFF_BY_ONE), task: {} };

/** Node has not begun before, ms. */
const EARLIEST_MS = 150;
const MOST_KILLS = 3;

async function measured(cli: CommandLine, subject: Subject) {
  const { outcome, durationMs } = await undisturbed(firmwareLoop(cli, subject));
  const isWhole = outcome.code === 0 && outcome.left.length + outcome.touched.length === 0;
  if (!isWhole) throw new Error(`an undisturbed run does not succeed: ${JSON.stringify(outcome)}`);
  return { subject, outcome, durationMs };
}

/** Runs that are killed at any moment and taken up again. How long one takes depends on the computer, and so do the moments. */
export const kills: Opening = async () => {
  const cli = await bundleCommandLine();
  const subjects = [await measured(cli, misspelt), await measured(cli, searched)];
  return {
    close: cli.close,
    attempt: (draw) => {
      const { subject, outcome, durationMs } = draw.pick(subjects);
      const delays = Array.from(
        { length: 1 + draw.below(MOST_KILLS) },
        () => EARLIEST_MS + draw.below(durationMs),
      );
      return killedAfter(cli, subject, { delays, whole: draw.isSo(0.5) }, outcome);
    },
  };
};
