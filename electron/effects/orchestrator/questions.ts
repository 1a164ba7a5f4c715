import { inLines, nested, text, type Words } from '../../../shared/texts/words.js';
import { bindingOf } from '../../engine/binding.js';
import type { Gated } from '../../engine/effect.js';
import {
  ANSWERS,
  currentItem,
  FAILED_DISPATCHES,
  type OrchestratorContext,
} from '../../machine/orchestrator/context.js';

/** RESUME_ASK: whether to go on with what was left. */
export const askResume = ({ resumable }: OrchestratorContext): Gated => {
  const [first] = resumable;
  return {
    ...{ kind: 'resume', scope: 'question' },
    question: text`Go on with “${first?.goal ?? ''}”?`,
    subject: inLines(
      ...resumable.map(
        ({ id, goal, items }) =>
          text`${id}: “${goal}”, items: ${items.filter(({ status }) => status !== 'done').length} open of ${items.length}`,
      ),
      resumable.length > 1
        ? text`yes goes on with all of them, one after the other; no leaves them for another time`
        : text`yes goes on with it; no leaves it for another time`,
    ),
    binding: bindingOf(resumable.map(({ id, updated_at }) => [id, updated_at])),
  };
};

/** What each answer does where another epic works on the same task. */
const IN_CONFLICT: readonly Words[] = [
  text`switch: end the earlier items of these tasks, and take up the new goal`,
  text`keep: go on with the earlier goal`,
  text`merge: take up both together`,
  text`clarified: as switch, with what you write beside it`,
];

/** What each answer does where another campaign is at work on the same task. */
const BESIDES: readonly Words[] = [
  text`switch: take up the new goal all the same; both work on these tasks`,
  text`keep: leave the tasks to that campaign; this one ends`,
  text`merge: take up only the tasks that it does not work on`,
  text`clarified: as switch, with what you write beside it`,
];

/** What each answer does where it is not clear how to go on. */
const IN_DOUBT: readonly Words[] = [
  text`switch: give this item up, and go on with the others`,
  text`keep: go on as it is`,
  text`merge: go on, with the task files that you name beside it`,
  text`clarified: go on, with what you write beside it`,
];

/** What each answer does where the goal has no task: without one nothing can be planned. */
const NO_TASK: readonly Words[] = [
  text`switch: give the goal up; the campaign ends`,
  text`keep: nothing changes, and the same is asked again`,
  text`merge, clarified: go on, with the task files that you name beside it (YAML)`,
];

/** What each answer does where an item was refuted: nothing but what is written beside it changes the next attempt. */
const REFUTED: readonly Words[] = [
  text`switch: give this item up, and go on with the others`,
  text`keep: try the same once more`,
  text`merge: try the same once more, with the task files that you name beside it`,
  text`clarified: try it once more, with what you write beside it`,
];

/** The same where the last run is not proven: a person may take its patch all the same. */
const unproven = (run: string): readonly Words[] => [
  text`run ${run} found a patch that it could not prove. Take it all the same: benchloop accept ${run}, then answer keep`,
  text`switch: give this item up, and go on with the others`,
  text`keep: go on with ${run} where you have accepted it; otherwise try the same once more`,
  text`merge: as keep, with the task files that you name beside it`,
  text`clarified: as keep, with what you write beside it`,
];

function inDoubt({ doubt, epic, stages }: OrchestratorContext): readonly Words[] {
  if (doubt?.from === 'PLAN_BASELINE' && epic?.items.length === 0) return NO_TASK;
  if (doubt?.from !== 'REPLAN_PATCH') return IN_DOUBT;
  const last = stages.at(-1);
  return last?.verdict === 'UNPROVEN' && last.run !== null ? unproven(last.run) : REFUTED;
}

/** How near the item is to the end that failed dispatches make. */
function countOf(ctx: OrchestratorContext): Words[] {
  const item = currentItem(ctx);
  const count = item?.failed_dispatches?.length ?? 0;
  if (item === null || count === 0) return [];
  return [
    text`dispatches of “${item.title}” that failed: ${count} of ${FAILED_DISPATCHES}; clarified lets this count start anew`,
  ];
}

/** ASK_SWITCH: what is in the way, and what each answer does. @throws Error where nothing is: a bug of the table */
export const askSwitch = (ctx: OrchestratorContext): Gated => {
  const { doubt, goal, words } = ctx;
  if (doubt === null) throw new Error('a campaign asks how to go on and has no doubt');
  const { from, why, confidence, conflict, isAtWork = false } = doubt;
  return {
    ...{ kind: 'switch', scope: 'question', choices: ANSWERS },
    question: text`How is it to go on with “${goal}”?`,
    subject: inLines(
      text`${from}: ${nested(why)}`,
      text`confidence ${confidence}`,
      ...countOf(ctx),
      ...(conflict === null ? inDoubt(ctx) : isAtWork ? BESIDES : IN_CONFLICT),
    ),
    binding: bindingOf([from, why, conflict?.id ?? null, words.length]),
  };
};
