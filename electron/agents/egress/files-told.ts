import type { ModelQuestion } from '../model.js';

/** Lines that begin a file in a diff as git writes it; a path with strange bytes is quoted. */
const IN_DIFFS = /^(?:---|\+\+\+) (?:"?[ab]\/)(.+?)"?\t?$/gm;
/** Where calls and their results name files, as JSON. */
const IN_RESULTS = /"(?:path|file)": ?"((?:[^"\\]|\\.)+)"/g;

/**
 * Files whose text a question holds, whatever way it came: those that whoever asks has named, those of diffs, and those that the
 * calls of a conversation and their results name. Rather one too many than one too few: a person reads them, and the ledger keeps
 * them.
 */
export function filesTold({ files, messages }: Pick<ModelQuestion, 'files' | 'messages'>): string[] {
  const told = messages.flatMap((message) => [
    ...named(plain(message.content), IN_DIFFS),
    ...(message.role === 'tool' ? named(message.content, IN_RESULTS) : []),
    ...(message.role === 'assistant' && message.calls
      ? named(JSON.stringify(message.calls), IN_RESULTS)
      : []),
  ]);
  return [...new Set([...files, ...told])];
}

/** Diffs travel in results of tools as JSON, too. */
const plain = (content: string): string => content.replaceAll('\\n', '\n').replaceAll('\\t', '\t');

const named = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, file = '']) => file).filter((file) => file !== 'dev/null');
