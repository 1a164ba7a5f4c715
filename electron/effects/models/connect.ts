import { readdirSync } from 'node:fs';
import path from 'node:path';
import { fail, ok, type Problem, type Result } from '../../../shared/problem.js';
import type { ProviderName } from '../../../shared/provider-name.js';
import { text } from '../../../shared/texts/words.js';
import { manualModel } from '../../agents/manual/manual.js';
import { mockModel } from '../../agents/mock/mock.js';
import { createClient } from '../../agents/openai/client.js';
import { networkFetch } from '../../agents/openai/network.js';
import { openAiSettings } from '../../agents/openai/settings.js';
import { readRecord } from '../../agents/records/records.js';
import { replayModel } from '../../agents/replay/replay.js';
import type { Connection, ModelsOptions, Whom } from './connection.js';

type Connect = (whom: Whom, o: ModelsOptions) => Result<Connection>;

const openai: Connect = ({ which }, { env }) => {
  const read = openAiSettings(env);
  if (!read.ok) return read;
  const { baseURL, apiKey, api, timeoutMs, otherModel } = read.value;
  const model = which === 'other' && otherModel !== undefined ? otherModel : read.value.model;
  const ask = createClient({ baseURL, apiKey, api, model, timeoutMs, fetch: networkFetch(env) });
  return ok({ provider: 'openai', model, host: new URL(baseURL).host, ask });
};

/** The records of another run: BENCHLOOP_REPLAY names their folder. */
const replay: Connect = (_, { env }) => {
  const folder = env.BENCHLOOP_REPLAY?.trim();
  if (!folder) return fail(noRecords);
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'));
  const all = [];
  for (const name of names.sort(inOrder)) {
    const record = readRecord(path.join(folder, name));
    if (!record.ok) return record;
    all.push(record.value);
  }
  return ok({ provider: 'replay', model: null, host: null, ask: replayModel(all) });
};

/** By number, not by letter: 10 comes after 9. */
const inOrder = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

const noRecords: Problem = {
  code: 'USAGE',
  message: text`the provider "replay" has no records to answer from`,
  next: text`set BENCHLOOP_REPLAY to the folder prompts of a run`,
};

const CONNECTS: Readonly<Record<ProviderName, Connect>> = {
  rules: () => fail({ code: 'USAGE', message: text`rules answer no requests` }),
  openai,
  manual: (_, { dir }) => ok({ provider: 'manual', model: null, host: null, ask: manualModel(dir) }),
  replay,
  mock: (_, { home }) => ok({ provider: 'mock', model: null, host: null, ask: mockModel(home) }),
};

/** What stands behind a provider. Errors: USAGE where its settings are missing. */
export const connect: Connect = (whom, o) => CONNECTS[whom.provider](whom, o);
