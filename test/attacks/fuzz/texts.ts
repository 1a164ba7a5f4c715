import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stringify } from 'yaml';
import type * as z from 'zod';
import { projectDir } from '../../../build/project.mjs';
import type { ExitEnd } from '../../../electron/bench/results/exit-code.js';
import { FORMATS } from '../../../electron/bench/results/formats.js';
import { logCompiler } from '../../../electron/bench/results/log-compiler.js';
import { parseCases } from '../../../electron/bench/results/parse.js';
import { proposeParser } from '../../../electron/bench/results/propose.js';
import { stripCases } from '../../../electron/bench/results/strip.js';
import { readYaml, type YamlKind } from '../../../electron/files/yaml-file.js';
import { defaultPolicy, PolicySchema } from '../../../shared/policy.js';
import { ProfileSchema } from '../../../shared/profile.js';
import { TaskSchema } from '../../../shared/task.js';
import { PARSERS } from '../../../shared/test-parsers.js';
import type { Opening } from '../attack.js';
import { damaged } from './damaged.js';

/** The files below a folder of the project with that ending. */
function samples(folder: string, ending: string): Buffer[] {
  const files = readdirSync(path.join(projectDir, folder), { recursive: true, withFileTypes: true });
  return files
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name)));
}

const SCHEMAS: readonly z.ZodType<unknown>[] = [TaskSchema, ProfileSchema, PolicySchema];
const KIND: YamlKind = { whole: 'the file', code: 'USAGE', next: 'correct it' };

/** Files that people write: each schema reads each of them. */
export const yaml: Opening = () => {
  const files = [
    ...samples('native-config/demo/tasks', '.yaml'),
    ...samples('native-config/profiles', '.yaml'),
    Buffer.from(stringify(defaultPolicy())),
  ];
  return {
    close: () => undefined,
    attempt: (draw) => {
      const text = damaged(draw, draw.pick(files)).toString('utf8');
      for (const schema of SCHEMAS) readYaml(text, schema, 'x.yaml', KIND);
      return null;
    },
  };
};

/** A case of the text that passes though it was reported twice, by each parser. */
function doubledPasses(text: string, xml: string | null): string[] {
  const files = [{ path: 'x.xml', text: xml, problem: xml === null ? 'gone' : null }];
  return PARSERS.flatMap((parser) => {
    const { cases, doubled } = parseCases(text, parser, { files });
    const passes = cases.filter(({ name, status }) => status === 'pass' && doubled.includes(name));
    return passes.map(({ name }) => `${parser}: "${name}" was reported twice and passes`);
  });
}

/** What consoles and tests leave, on a terminal and in files. */
export const results: Opening = () => {
  const [texts, xmls] = [
    samples('test/fixtures/test-output', '.txt'),
    samples('test/fixtures/test-output', '.xml'),
  ];
  return {
    close: () => undefined,
    attempt: (draw) => {
      const text = damaged(draw, draw.pick([...texts, ...xmls])).toString(draw.pick(['utf8', 'latin1']));
      const xml = draw.isSo(0.1) ? null : damaged(draw, draw.pick(xmls)).toString('utf8');
      for (const parser of PARSERS) {
        stripCases(text, parser, ['*a*']);
        FORMATS[parser].proposed?.sign?.(text.split('\n'));
      }
      const end: ExitEnd = { ended_by: 'exit', exit_code: draw.pick([0, 1, null]), signal: null };
      proposeParser(text, end, draw.isSo(0.5));
      logCompiler(text);
      return doubledPasses(text, xml)[0] ?? null;
    },
  };
};
