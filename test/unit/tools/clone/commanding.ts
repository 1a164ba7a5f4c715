import { chmodSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import * as z from 'zod';
import { type CloneWork, undoable } from '../../../../electron/tools/clone/undoable.js';
import { fail, ok } from '../../../../shared/problem.js';

/** A repository whose attributes and ignored files get in the way of a snapshot that is not exact. */
export const FILES = {
  'a.c': 'int a;\n',
  'b.c': 'int b;\n',
  'src/c.c': 'int c;\n',
  '.gitignore': '*.o\nbuild/\n',
  '.gitattributes': '*.c text eol=crlf ident\n',
};

export const PATHS = ['a.c', 'b.c', 'src/c.c', 'src/new.c', 'a.o', 'build/x/y.o', 'out.txt', 'src'] as const;

const Deed = z.object({
  is: z.enum(['write', 'remove', 'link', 'runs', 'move', 'folder']),
  path: z.enum(PATHS),
  to: z.enum(PATHS),
  text: z.string(),
});
type Deed = z.infer<typeof Deed>;

const DEEDS: Readonly<Record<Deed['is'], (at: string, to: string, text: string) => void>> = {
  write: (at, _, text) => writeFileSync(at, text),
  remove: (at) => rmSync(at, { recursive: true }),
  link: (at, _, text) => symlinkSync(text === '' ? 'nowhere' : text, at),
  runs: (at) => chmodSync(at, statSync(at).mode ^ 0o111),
  move: (at, to) => renameSync(at, to),
  folder: (at) => mkdirSync(at, { recursive: true }),
};

/** A deed that the system refuses is left, as a program would. */
function make(clone: string, { is, path, to, text }: Deed): void {
  try {
    mkdirSync(dirname(join(clone, path)), { recursive: true });
    DEEDS[is](join(clone, path), join(clone, to), text);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
  }
}

const CommandArguments = z.object({ deeds: z.array(Deed), fails: z.boolean() });
export type CommandArguments = z.infer<typeof CommandArguments>;

/** A tool that does to files what a command may do. `each` is told before every deed, and before the end. */
export const command = (each: () => void = () => {}) =>
  undoable<CommandArguments, { done: boolean }, CloneWork>({
    ...{ name: 'command', kind: 'command', isIdempotent: false, scope: null, danger: 'undoable' },
    arguments: CommandArguments,
    result: z.object({ done: z.boolean() }),
    perform: async ({ deeds, fails }, { paths }) => {
      for (const deed of deeds) {
        each();
        make(paths.clone, deed);
      }
      each();
      return fails ? fail({ code: 'TIMEOUT', message: 'it did not end' }) : ok({ done: true });
    },
    reconcile: async () => 'again',
  });

const path = fc.constantFrom(...PATHS);
const text = fc.constantFrom('', 'int x;\n', 'one\r\ntwo\n', '$Id$\n', '\u{1f600}');
const deed = fc.record({ is: fc.constantFrom(...Deed.shape.is.options), path, to: path, text });
export const anyDeeds = fc.array(deed, { minLength: 1, maxLength: 5 });

/** A call of a session. */
export type Call =
  | { tool: 'write'; path: string; content: string }
  | { tool: 'delete'; path: string }
  | ({ tool: 'command' } & CommandArguments);

export const anyCall: fc.Arbitrary<Call> = fc.oneof(
  fc.record({ tool: fc.constant('write' as const), path, content: text }),
  fc.record({ tool: fc.constant('delete' as const), path }),
  fc.record({ tool: fc.constant('command' as const), deeds: anyDeeds, fails: fc.boolean() }),
);
