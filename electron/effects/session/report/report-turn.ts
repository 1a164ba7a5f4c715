import { mkdir } from 'node:fs/promises';
import { text } from '../../../../shared/texts/words.js';
import { reportFile } from '../../../files/home-folder.js';
import { replaceFile } from '../../../files/replace-file.js';
import type { SessionEffect } from '../bench.js';
import { changeOf, keepPatch } from '../summarizing.js';
import { endWords } from '../summary/end-words.js';
import { leftOutWords, madeByCommands, withLeftOut } from '../summary/left-out.js';

/** DONE: the report of the turn, and the patch beside it. */
export const reportTurn: SessionEffect = async (ctx, bench) => {
  const { paths } = bench.work;
  const change = await changeOf(bench);
  const { plan, calls, branch } = ctx;
  const summary = ctx.summary ?? {
    text: withLeftOut(
      endWords(ctx, change?.files ?? [], null),
      leftOutWords(await madeByCommands(ctx, bench)),
    ),
    ...{ model: null, files_changed: change?.files ?? [], verification: 'none' as const },
    rollback: text`take it back: benchloop undo ${ctx.run}`,
    ...{ blocked: ctx.blocked, manual_steps: [] },
  };
  await mkdir(paths.report, { recursive: true });
  if (change) await keepPatch(bench, change);
  const body = { plan, calls, summary, branch, patch: change?.patch ?? null };
  await replaceFile(reportFile(paths.dir), JSON.stringify(body, null, 2));
  return { type: 'reported', reason: text`report written`, evidence: ['report'] };
};
