import { ok, type Result } from '../../../shared/problem.js';
import { askComment } from '../../agents/roundtable/discuss.js';
import { askTest } from '../../agents/roundtable/test.js';
import { playerOf } from './bench.js';
import { materialOf } from './material.js';
import { modelOf, type Seat, type Wanted } from './seat.js';

/** The commands that a model wants besides the task's checks; in a discussion its comment alone. Errors: MODEL_FAILURE, those of the provider. */
export async function commandsByModel({ ctx, bench, io, proposal }: Seat): Promise<Result<Wanted>> {
  const by = playerOf(bench, 'TESTER');
  const [ask, material] = [modelOf(bench, 'TESTER'), await materialOf(ctx, bench, proposal.patch)];
  if (!ask.ok) return ask;
  if (!material.ok) return material;
  if (ctx.mode === 'proposal') {
    const said = await askComment(ask.value, 'TESTER', material.value, io.asking);
    return said.ok ? ok({ by, comment: said.value, commands: [] }) : said;
  }
  const wanted = await askTest(bench.models, material.value, io.asking);
  if (!wanted.ok) return wanted;
  const { commands, comment } = wanted.value;
  return ok({ by, comment, commands: commands.map((argv) => ({ kind: 'proposed', argv })) });
}
