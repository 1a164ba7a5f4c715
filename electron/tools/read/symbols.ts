import * as z from 'zod';
import { ok } from '../../../shared/problem.js';
import { loadGrammar } from '../../agents/c/grammar.js';
import { SYMBOL_KINDS, symbolsOf } from '../../agents/c/symbols.js';
import { listTree, readInside } from '../../workspace/files.js';
import { SOURCE_ENDINGS } from '../../workspace/source-endings.js';
import { withheldAmong } from '../withheld/withheld-files.js';
import { type ReadWork, readTool, Withheld } from './read-tool.js';

const MAX_SYMBOLS = 500;

/** The clone, and the folder of the C grammar. */
export interface SymbolsWork extends ReadWork {
  wasmDir: string;
}

const SymbolsArguments = z.strictObject({
  name: z.string().min(1).optional().describe('A whole name; all by default.'),
  path: z.string().min(1).optional().describe('A file or folder; all C sources by default.'),
});

const SymbolsResult = z.object({
  symbols: z.array(
    z.object({
      name: z.string(),
      kind: z.enum(SYMBOL_KINDS),
      file: z.string(),
      line: z.number(),
      end_line: z.number(),
      signature: z.string(),
    }),
  ),
  isCut: z.boolean().describe('There are more.'),
  withheld: Withheld,
});
type SymbolsResult = z.infer<typeof SymbolsResult>;

const SOURCE = new RegExp(`\\.(?:${SOURCE_ENDINGS.join('|')})$`, 'i');

/** What the C sources of the clone define and declare at file scope: functions, variables, macros, types. */
export const symbols = readTool<z.infer<typeof SymbolsArguments>, SymbolsResult, SymbolsWork>({
  name: 'symbols',
  arguments: SymbolsArguments,
  result: SymbolsResult,
  read: async ({ name, path }, { paths, wasmDir, isWithheld }, signal) => {
    const grammar = await loadGrammar(wasmDir);
    if (!grammar.ok) return grammar;
    const listed = await listTree(paths.clone);
    if (!listed.ok) return listed;
    const isWanted = (file: string): boolean =>
      SOURCE.test(file) &&
      (path === undefined || file === path || file.startsWith(`${path.replace(/\/$/, '')}/`));
    const found: SymbolsResult['symbols'] = [];
    const wanted = listed.value.filter(isWanted);
    for (const file of wanted.filter((one) => !isWithheld(one))) {
      if (signal.aborted || found.length > MAX_SYMBOLS) break;
      const text = await readInside(paths.clone, file);
      // a name that the text does not hold, its tree does not either
      if (!text.ok || (name !== undefined && !text.value.includes(name))) continue;
      const here = symbolsOf(grammar.value, text.value).filter(
        (one) => name === undefined || one.name === name,
      );
      found.push(...here.map(({ endLine, ...one }) => ({ ...one, file, end_line: endLine })));
    }
    const told = { symbols: found.slice(0, MAX_SYMBOLS), isCut: found.length > MAX_SYMBOLS };
    return ok({ ...told, ...withheldAmong(wanted, isWithheld) });
  },
});
