import { fail } from '../../../shared/problem.js';
import { replacedText } from '../../../shared/replaced.js';
import { inLines, text } from '../../../shared/texts/words.js';
import { unusableText } from '../../../shared/unusable-reply.js';
import type { AskIo } from '../../agents/model.js';
import { promptOf } from '../../agents/records/records.js';
import type { EffectIo } from '../../engine/effect.js';
import { type SendWork, send } from '../../tools/send.js';

/** What one visit to a state asks models with. */
export interface VisitAsking {
  io: AskIo;
  /** Where the records of its requests lie, relative to the run's folder: evidence of its transition. */
  records: readonly string[];
}

/** @param work whose text is sent; see `sendWork` */
export function askIo(io: EffectIo, work: SendWork): VisitAsking {
  const records: string[] = [];
  return {
    records,
    io: {
      signal: io.signal,
      visit: `${io.node}.${io.seq}`,
      maySend: async (what) => {
        const allowed = await io.allow(send, what, work);
        if (allowed.ok || allowed.error.code !== 'DECLINED') return allowed;
        const message = text`sending text of the repository to ${what.host} was not approved`;
        const next = text`go on without a model, or use one on this computer`;
        return fail({ code: 'POLICY_VIOLATION', message, next });
      },
      byHand: async ({ file, judgement, hash, files, replaced, before }) => {
        const prompt = promptOf(file);
        const answer = await io.ask({
          kind: `prompt-${prompt.split('.').at(-1)}`,
          question: text`Prompt ${prompt} (${judgement}) waits: take it to a model, and give the reply with \`benchloop reply\``,
          subject: inLines(
            ...(before === null ? [] : [unusableText(before)]),
            text`to read it: benchloop prompts ${io.run}`,
            text`to answer it: benchloop reply ${io.run} ${prompt} FILE`,
            files.length === 0
              ? text`it holds text of no file`
              : text`it holds text of ${files.length} files: ${files.join(', ')}`,
            replacedText(replaced),
          ),
          binding: hash,
          choices: ['replied', 'refused'],
        });
        return answer === 'replied' ? 'replied' : 'refused';
      },
      onRecord: (file) => {
        if (!records.includes(file)) records.push(file);
      },
    },
  };
}
