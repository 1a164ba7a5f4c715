import { ok, type Result } from '../../../../shared/problem.js';
import { hiddenLines, naming } from '../../../agents/judgement/code/held-out.js';
import { numbered } from '../../../agents/judgement/numbered.js';
import type { UsableTool } from '../../../agents/judgement/with-tools.js';
import type { EffectIo } from '../../../engine/effect.js';
import type { CallIo, Tool } from '../../../engine/tool.js';
import { OFFERED } from '../../../tools/offered-tools.js';
import { readFile } from '../../../tools/read/files.js';
import { history, search } from '../../../tools/read/search.js';
import { type SymbolsWork, symbols } from '../../../tools/read/symbols.js';
import { valueForAgents } from '../../../tools/withheld/for-agents.js';
import { NOTHING_WITHHELD } from '../../../tools/withheld/withheld-files.js';
import type { ScratchBench } from './scratch-bench.js';
import { type Told, usableTool } from './usable-tool.js';

/**
 * The tools that read the run's tree. Lines that name held-out cases, and texts of files that must not be sent, are left out, as in what the
 * coder is shown at first.
 */
export function coderReads(
  work: Omit<SymbolsWork, 'isWithheld'>,
  io: EffectIo,
  scratch: ScratchBench,
): UsableTool[] {
  const { isHeldOut, isWithheld = NOTHING_WITHHELD } = scratch;
  const call: CallIo = { ...io, mark: io.operationId('coder'), agree: async () => false };
  const read = reader({ ...work, isWithheld }, call);
  const filesOf = (all: readonly Place[]): string[] => [
    ...new Set(all.map(({ file }) => file).filter((file) => !isWithheld(file))),
  ];
  const hidden = async (file: string): Promise<ReadonlySet<number>> => {
    const text = await scratch.read(file);
    return hiddenLines(text.ok ? text.value.split(/\r?\n/) : [], isHeldOut);
  };
  const open = async <T extends Place>(all: readonly T[]): Promise<T[]> => {
    const lines = new Map<string, ReadonlySet<number>>();
    for (const { file } of all) if (!lines.has(file)) lines.set(file, await hidden(file));
    return all.filter(({ file, line }) => lines.get(file)?.has(line) === false);
  };
  return [
    read(readFile, async ({ path, start_line, end_line, lines, text }) => {
      const left = await hidden(path);
      const shown = text.split('\n').map((line, at) => (left.has(start_line + at) ? '…' : line));
      const head = `${path}, lines ${start_line} to ${end_line} of ${lines}:`;
      return { value: `${head}\n${numbered(shown, start_line)}`, files: [path] };
    }),
    read(search, async ({ matches: all, ...rest }) => {
      const matches = await open(all);
      return { value: { ...rest, matches }, files: filesOf(matches) };
    }),
    read(symbols, async ({ symbols: all, ...rest }) => {
      const found = await open(all);
      return { value: { ...rest, symbols: found }, files: filesOf(found) };
    }),
    read(history, async ({ commits }) => ({
      value: { commits: commits.filter(({ subject }) => !naming(subject, isHeldOut)) },
    })),
  ];
}

interface Place {
  file: string;
  line: number;
}

/** Makes a session's tool one that the coder may call. */
const reader =
  (work: SymbolsWork, io: CallIo) =>
  <A, R>(tool: Tool<A, R, SymbolsWork>, show: (result: R) => Promise<Told>): UsableTool =>
    usableTool<A>({
      name: tool.name,
      about: OFFERED.find((offered) => offered.tool.name === tool.name)?.about ?? '',
      arguments: tool.arguments,
      run: async (args, signal): Promise<Result<Told>> => {
        const result = await tool.perform(args, work, { ...io, signal });
        if (!result.ok) return result;
        return ok(await show(tool.result.parse(valueForAgents(result.value, work.isWithheld))));
      },
    });
