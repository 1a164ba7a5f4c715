import path from 'node:path';
import type { AnalysisMode } from '../../../shared/judgement.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { ChildRegistry } from '../../../shared/process.js';
import { functionFinder } from '../../agents/c/function-at.js';
import { grammarIn } from '../../agents/c/grammar.js';
import { createModelProvider } from '../../agents/openai/provider.js';
import { openAiSettings } from '../../agents/openai/settings.js';
import type { Playing } from '../../agents/playing.js';
import { createRulesProvider } from '../../agents/rules/provider.js';
import { storedApprovals } from '../../engine/stored-approvals.js';
import { runPaths } from '../../tools/run-paths.js';
import { openTools } from '../../tools/target/open-tools.js';
import { openModels } from '../models/open-models.js';
import type { FirmwareBench } from './bench.js';
import type { FirmwareHeader } from './start/run-header.js';

/** Puts together what the effects of one run work with. Errors: USAGE where a provider's settings are missing. */
export async function openBench(o: {
  home: string;
  dir: string;
  header: FirmwareHeader;
  children: ChildRegistry;
  wasmDir: string;
  env: NodeJS.ProcessEnv;
  now: () => number;
}): Promise<Result<FirmwareBench>> {
  const grammar = grammarIn(o.wasmDir);
  const rules = createRulesProvider({ grammar });
  const seats = openModels({
    ...o,
    playing: o.header,
    policy: o.header.policy,
    inputs: o.header.loaded.inputs,
  });
  if (!seats.ok) return seats;
  const { loaded, profile, policy } = o.header;
  const tools = await openTools({ ...o, policy });
  if (!tools.ok) return tools;
  return ok({
    ...tools.value,
    ...{ loaded, profile, policy, rules },
    header: o.header,
    provider: createModelProvider({ seats: seats.value, fallback: rules, grammar }),
    wasmDir: o.wasmDir,
    functionAt: functionFinder(o.wasmDir),
    board: null,
    paths: runPaths(o.dir),
    knowledge: path.join(o.home, 'knowledge'),
    sendApprovals: storedApprovals(o.home, 'send', o.now),
    equipped: new Set(),
    targets: new Map(),
  });
}

/**
 * In which modes a provider can be asked, in the order of falling back. One that nobody has set up is left out: it would only
 * repeat what the mode after it does.
 */
export function analysisModes(playing: Playing, env: NodeJS.ProcessEnv): AnalysisMode[] {
  const players = (['ANALYST', 'CODER'] as const).map((role) => playing.roles[role] ?? playing.provider);
  // a roundtable falls back with the loop: where nobody can read its reviewer, rules go on
  const atTable = [playing.roles.REVIEWER, playing.roles.TESTER].some((one) => (one ?? 'rules') !== 'rules');
  if (players.every((player) => player === 'rules')) return atTable ? ['normal', 'rules'] : ['rules'];
  if (!players.includes('openai')) return ['normal', 'rules'];
  const settings = openAiSettings(env);
  const hasOther = settings.ok && settings.value.otherModel !== undefined;
  return hasOther ? ['normal', 'other_model', 'rules'] : ['normal', 'rules'];
}
