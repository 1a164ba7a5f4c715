import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { ProviderName } from '../../../shared/provider-name.js';
import { text } from '../../../shared/texts/words.js';
import { createClient } from '../../agents/openai/client.js';
import { openAiSettings } from '../../agents/openai/settings.js';
import type { Connection, ModelsOptions, Whom } from './connection.js';

type Connect = (whom: Whom, o: ModelsOptions & { timeoutMs: number }) => Result<Connection>;

const openai: Connect = ({ which }, { env, timeoutMs }) => {
  const read = openAiSettings(env);
  if (!read.ok) return read;
  const { baseURL, apiKey, api, otherModel } = read.value;
  const model = which === 'other' && otherModel !== undefined ? otherModel : read.value.model;
  const ask = createClient({ baseURL, apiKey, api, model, timeoutMs });
  return ok({ provider: 'openai', model, host: new URL(baseURL).host, ask });
};

const unbuilt = (provider: ProviderName): Problem => ({
  code: 'USAGE',
  message: text`the provider ${provider} answers no requests`,
});

const CONNECTS: Readonly<Record<ProviderName, Connect>> = {
  rules: () => fail(unbuilt('rules')),
  openai,
  manual: () => fail(unbuilt('manual')),
  replay: () => fail(unbuilt('replay')),
  mock: () => fail(unbuilt('mock')),
};

export const connect: Connect = (whom, o) => CONNECTS[whom.provider](whom, o);
