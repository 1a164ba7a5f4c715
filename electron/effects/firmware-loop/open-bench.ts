import path from 'node:path';
import type { AnalysisMode } from '../../../shared/judgement.js';
import { ok, type Result } from '../../../shared/problem.js';
import type { ChildRegistry } from '../../../shared/process.js';
import type { ProviderName } from '../../../shared/provider-name.js';
import { functionFinder } from '../../agents/c/function-at.js';
import { createOpenAiProvider } from '../../agents/openai/provider.js';
import { openAiSettings } from '../../agents/openai/settings.js';
import type { Provider } from '../../agents/provider.js';
import { createRulesProvider } from '../../agents/rules/provider.js';
import { detectConfinement } from '../../bench/process/confine.js';
import { createExec } from '../../bench/process/exec.js';
import { createNextRuns } from '../../bench/process/next.js';
import { storedApprovals } from '../../engine/stored-approvals.js';
import { runPaths } from '../../tools/run-paths.js';
import type { FirmwareBench } from './bench.js';
import type { FirmwareHeader } from './start/run-header.js';

/** Time limit of one request to a model, ms. */
const MODEL_TIMEOUT_MS = 120_000;

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
  const rules = createRulesProvider({ wasmDir: o.wasmDir });
  const provider = providerNamed(o.header.provider, rules, o.env);
  if (!provider.ok) return provider;
  const confinement = await detectConfinement();
  const nextRuns = createNextRuns();
  const exec = createExec({ children: o.children, confinement, next: nextRuns });
  return ok({
    loaded: o.header.loaded,
    profile: o.header.profile,
    policy: o.header.policy,
    provider: provider.value,
    rules,
    functionAt: functionFinder(o.wasmDir),
    exec,
    nextRuns,
    targetTools: { exec, children: o.children, home: o.home, brokerFile: path.join(o.wasmDir, 'broker.js') },
    home: o.home,
    board: null,
    confinement,
    paths: runPaths(o.dir),
    knowledge: path.join(o.home, 'knowledge'),
    buildApprovals: storedApprovals(o.home, 'build', o.now),
    equipped: new Set(),
    targets: new Map(),
  });
}

/**
 * In which modes a provider can be asked, in the order of falling back. One that nobody has set up is left out: it would only
 * repeat what the mode after it does.
 */
export function analysisModes(name: ProviderName, env: NodeJS.ProcessEnv): AnalysisMode[] {
  if (name === 'rules') return ['rules'];
  const settings = openAiSettings(env);
  const hasOther = settings.ok && settings.value.otherModel !== undefined;
  return hasOther ? ['normal', 'other_model', 'rules'] : ['normal', 'rules'];
}

/** The provider of that name with its settings from the environment. Errors: USAGE, saying which is missing. */
export function providerNamed(name: ProviderName, rules: Provider, env: NodeJS.ProcessEnv): Result<Provider> {
  if (name === 'rules') return ok(rules);
  const settings = openAiSettings(env);
  if (!settings.ok) return settings;
  return ok(createOpenAiProvider({ ...settings.value, fallback: rules, timeoutMs: MODEL_TIMEOUT_MS }));
}
