import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { WITHHELD } from '../../../../electron/agents/egress/withheld.js';
import { OFFERED } from '../../../../electron/tools/offered-tools.js';
import {
  NAMES_FILE,
  QUOTES_FILE,
  resultForAgents,
  valueForAgents,
} from '../../../../electron/tools/withheld/for-agents.js';

const isWithheld = (file: string): boolean => file === 'src/keys.c';
const shown = (tool: string, args: unknown, payload: unknown, folder?: string) =>
  resultForAgents({ tool, args }, { ok: true, payload }, isWithheld, folder);
const of = (payload: unknown): unknown => valueForAgents(payload, isWithheld);

const DIFF = '--- a/src/keys.c\n+++ b/src/keys.c\n@@ -1 +1 @@\n-int k = 7;\n+int k = 8;\n';

describe('what a result quotes of a file that must not be sent', () => {
  it('is a placeholder where it is read, found, or listed as a symbol; its name and lines stay', () => {
    expect(of({ path: 'src/keys.c', start_line: 1, end_line: 1, lines: 1, text: 'int k = 7;' })).toEqual({
      ...{ path: 'src/keys.c', start_line: 1, end_line: 1, lines: 1 },
      text: WITHHELD,
    });
    const matches = [
      { file: 'src/keys.c', line: 1, text: 'int k = 7;' },
      { file: 'src/a.c', line: 3, text: 'int a;' },
    ];
    expect(of({ matches, isCut: false })).toEqual({
      matches: [{ file: 'src/keys.c', line: 1, text: WITHHELD }, matches[1]],
      isCut: false,
    });
    const symbol = {
      name: 'k',
      kind: 'variable',
      file: 'src/keys.c',
      line: 1,
      end_line: 1,
      signature: 'int k',
    };
    expect(of([symbol])).toEqual([{ ...symbol, name: WITHHELD, signature: WITHHELD }]);
  });

  it('is a placeholder in diffs, wherever they stand, and in arguments of earlier calls', () => {
    const said = JSON.stringify(
      of({
        diff: DIFF,
        report: {
          patch: DIFF,
          calls: [{ args: { edits: [{ path: 'src/keys.c', find: 'k = 7', replace: 'k = 8' }] } }],
        },
      }),
    );
    expect(said).not.toMatch(/k = [78]/);
    expect(said).toContain('src/keys.c');
  });

  it.each([
    [['cat', 'src/keys.c'], ''],
    [['cat', 'keys.c'], 'src'],
    [['git', 'show', 'HEAD:src/keys.c'], ''],
    [['dd', 'if=src/keys.c'], ''],
    [['sh', '-c', 'cat <src/keys.c|head'], ''],
  ])('is left out of the output of %j, which names it', (argv, folder) => {
    const payload = { exit_code: 0, output: 'int k = 7;', artifact: 'log' };
    expect(shown('run_terminal_cmd', { argv }, payload, folder)).toEqual({
      ok: true,
      payload: { ...payload, output: WITHHELD, artifact: WITHHELD, output_bytes: 0 },
    });
  });

  it('is looked for from the folder of the command', () => {
    const payload = { output: 'int k = 7;' };
    expect(shown('run_terminal_cmd', { argv: ['cat', 'keys.c'], cwd: 'src' }, payload)).toMatchObject({
      payload: { output: WITHHELD },
    });
    expect(shown('run_terminal_cmd', { argv: ['cat', 'keys.c'], cwd: 'lib' }, payload)).toEqual({
      ok: true,
      payload,
    });
  });
});

it('everything else is shown as it is, failures too', () => {
  const payload = {
    files: ['src/keys.c'],
    diff: '--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-a\n+b\n',
    n: 1,
    none: null,
  };
  expect(shown('apply_patch', {}, payload)).toEqual({ ok: true, payload });
  const failure = {
    ok: false,
    error: { code: 'E_IO', message: 'no', next: 'again', trace_id: 'x' },
  } as const;
  expect(resultForAgents({ tool: 'read_file', args: {} }, failure, isWithheld)).toBe(failure);
});

/** Members beside the name of a file that quote nothing of it: words of compilers, what they note for debuggers, and our own. */
const NOT_QUOTED = ['severity', 'message', 'function', 'kind', 'access'];

const Node = z.looseObject({
  type: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  anyOf: z.array(z.unknown()).optional(),
  allOf: z.array(z.unknown()).optional(),
});

/** Texts beside a member that names a file, by their place in a result. */
function besideFiles(schema: unknown, place: string): string[] {
  const { properties = {}, items, anyOf = [], allOf = [] } = Node.parse(schema);
  const keys = Object.keys(properties);
  const isOfFile = keys.some((key) => NAMES_FILE.some((name) => name === key));
  const texts = Object.entries(properties).flatMap(([key, inner]) =>
    isOfFile && Node.parse(inner).type === 'string' ? [`${place}${key}`] : [],
  );
  return [
    ...texts,
    ...Object.entries(properties).flatMap(([key, inner]) => besideFiles(inner, `${place}${key}.`)),
    ...[...(items === undefined ? [] : [items]), ...anyOf, ...allOf].flatMap((inner) =>
      besideFiles(inner, place),
    ),
  ];
}

it('each text of a tool that stands beside the name of a file is known to quote it, or not to', () => {
  const known = new Set<string>([...NAMES_FILE, ...QUOTES_FILE, ...NOT_QUOTED]);
  const unknown = OFFERED.flatMap(({ tool }) =>
    besideFiles(z.toJSONSchema(tool.result, { unrepresentable: 'any' }), `${tool.name} `),
  ).filter((place) => !known.has(place.split(/[ .]/).at(-1) ?? ''));
  expect(unknown).toEqual([]);
});
