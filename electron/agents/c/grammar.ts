import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Language, Parser } from 'web-tree-sitter';
import { fail, ok, type Result } from '../../../shared/problem.js';
import { type CNode, copyTree } from './tree.js';

export interface CGrammar {
  /** Syntax tree of a whole file; always answers, ERROR nodes mark what is no C. Cached by content. */
  parse(text: string): CNode;
  /** True where the text is no C throughout; quicker than `parse`. */
  hasError(text: string): boolean;
  /** A piece of a file (a macro's body) inside a wrapper, its offsets and lines those of the file. */
  parsePiece(
    piece: string,
    wrapper: { before: string; after: string },
    at: { offset: number; line: number },
  ): CNode;
}

const CACHED_TREES = 400;

/**
 * The parser's runtime is one for the whole process: it is replaced by a second `init` that begins before the first has ended, and whoever
 * has a parser of the first then reads the memory of the other. So one grammar is loaded after the other.
 */
let loadings: Promise<unknown> = Promise.resolve();

/**
 * Loads `web-tree-sitter.wasm` and `tree-sitter-c.wasm` from `wasmDir`.
 * Fails with ANALYSIS_FAILURE where one of them is missing or is not what it should be.
 */
export function loadGrammar(wasmDir: string): Promise<Result<CGrammar>> {
  const loading = loadings.then(() => load(wasmDir));
  loadings = loading;
  return loading;
}

/**
 * Keeps V8's optimizing compiler off WebAssembly. It takes half a second of processor time for the grammar in each process, and its
 * faster code makes up for that only after some 4 MB of C. The baseline compiler takes 50 ms.
 */
const compileQuickly = (): void => setFlagsFromString('--liftoff-only');

async function load(wasmDir: string): Promise<Result<CGrammar>> {
  try {
    compileQuickly();
    const runtime = await readFile(join(wasmDir, 'web-tree-sitter.wasm'));
    const grammar = await readFile(join(wasmDir, 'tree-sitter-c.wasm'));
    await Parser.init({ wasmBinary: runtime });
    const parser = new Parser();
    parser.setLanguage(await Language.load(grammar));
    return ok(createGrammar(parser));
  } catch (cause) {
    return fail({
      code: 'ANALYSIS_FAILURE',
      message: `The C parser cannot be loaded: ${cause instanceof Error ? cause.message : String(cause)}`,
      where: wasmDir,
      next: 'Install Benchloop again; the folder must hold web-tree-sitter.wasm and tree-sitter-c.wasm',
    });
  }
}

/** The grammar of a folder, loaded at the first question and once: whoever shares it shares the trees that it has parsed. */
export function grammarIn(wasmDir: string): () => Promise<Result<CGrammar>> {
  let loading: ReturnType<typeof loadGrammar> | undefined;
  return () => {
    loading ??= loadGrammar(wasmDir);
    return loading;
  };
}

function createGrammar(parser: Parser): CGrammar {
  const cache = new Map<string, CNode>();
  const parseFresh = (text: string, at?: { offset: number; line: number }): CNode => {
    const tree = parser.parse(text);
    if (!tree) throw new Error('the parser has no language');
    const root = copyTree(tree, text, at);
    tree.delete();
    return root;
  };
  return {
    parse(text) {
      const key = createHash('sha256').update(text).digest('base64');
      const known = cache.get(key);
      if (known) return known;
      const root = parseFresh(text);
      if (cache.size >= CACHED_TREES) cache.delete(cache.keys().next().value ?? '');
      cache.set(key, root);
      return root;
    },
    hasError(text) {
      const tree = parser.parse(text);
      const wrong = tree?.rootNode.hasError ?? true;
      tree?.delete();
      return wrong;
    },
    parsePiece: (piece, { before, after }, at) =>
      parseFresh(before + piece + after, { offset: at.offset - before.length, line: at.line - 1 }),
  };
}
