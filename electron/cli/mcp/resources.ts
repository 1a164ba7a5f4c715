import {
  McpError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import { fail, type Problem, type Result } from '../../../shared/problem.js';
import type { Core } from '../../core/core-api.js';
import { runReader } from '../../core/run-reader.js';
import { repositoryOfRun } from '../../core/run-repository.js';
import { boardsForAgents } from '../../tools/board/list-bench.js';
import { runForAgents, runsForAgents } from '../../tools/runs/read-runs.js';

const RUNS = 'benchloop://runs';
const BOARDS = 'benchloop://boards';
const JSON_TYPE = 'application/json';

/** What a client can read beside its calls. */
export interface Resources {
  list(): Resource[];
  templates: ResourceTemplate[];
  /** @throws McpError for an address that there is not */
  read(uri: string): Promise<ReadResourceResult>;
}

const FIXED: readonly Resource[] = [
  {
    ...{ uri: RUNS, name: 'runs', title: 'Runs', mimeType: JSON_TYPE },
    description: 'The runs of the repository, oldest first.',
  },
  {
    ...{ uri: BOARDS, name: 'boards', title: 'Boards', mimeType: JSON_TYPE },
    description: 'The registered boards, and who holds them.',
  },
];

const RUN: ResourceTemplate = {
  ...{ uriTemplate: `${RUNS}/{id}`, name: 'run', title: 'A run', mimeType: JSON_TYPE },
  description: 'Its report, its transitions and its gates.',
};

/**
 * Runs and boards, read-only and bounded: what the tools that list and show them give.
 *
 * @param session the run of the connection, whose repository's runs they are
 */
export function resourcesOf(home: string, core: Pick<Core, 'profiles'>, session: string): Resources {
  const runs = runReader(home, { repository: repositoryOfRun(home, session) });
  const find = async (uri: string): Promise<Result<unknown>> => {
    if (uri === RUNS) return { ok: true, value: runsForAgents(runs) };
    if (uri === BOARDS) return boardsForAgents(home, (await core.profiles()).profiles);
    return uri.startsWith(`${RUNS}/`) ? runForAgents(idIn(uri), runs) : fail(UNKNOWN);
  };
  return {
    list: () => [...FIXED],
    templates: [RUN],
    read: async (uri) => {
      const found = await find(uri);
      if (!found.ok) throw notFound(uri);
      return { contents: [{ uri, mimeType: JSON_TYPE, text: JSON.stringify(found.value) }] };
    },
  };
}

const UNKNOWN: Problem = { code: 'RUN_NOT_FOUND', message: 'there is no such resource' };

/** "Resource not found" of the protocol's specification. */
const NOT_FOUND = -32002;

const notFound = (uri: string): McpError =>
  new McpError(NOT_FOUND, `there is no resource ${uri.slice(0, 200)}`);

/** Ids of runs need no escapes: what has some is none of them. */
const idIn = (uri: string): string => uri.slice(RUNS.length + 1);
