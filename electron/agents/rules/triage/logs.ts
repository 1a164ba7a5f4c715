import { functionAt } from '../../c/source.js';
import type { Evidence } from '../../provider.js';
import type { Clue } from '../clue.js';
import { TROUBLE } from '../failure.js';
import { type Project, resolveFile } from '../project.js';

const FILE_LINE = /([\w./\\-]+\.(?:c|h|cpp|hpp|cc|inc|S)):(\d+)/g;

/** `file:line` patterns and names of functions in lines of logs and console that speak of trouble. */
export function logClues(evidence: Evidence, project: Project): Clue[] {
  const texts = [...evidence.logs, { name: 'console', text: evidence.console }];
  return texts.flatMap(({ name, text }) =>
    text
      .split(/\r?\n/)
      .filter((line) => TROUBLE.test(line))
      .flatMap((line) => [...placesIn(line, name, project), ...functionsIn(line, name, project)]),
  );
}

function placesIn(line: string, log: string, project: Project): Clue[] {
  return [...line.matchAll(FILE_LINE)].flatMap((match): Clue[] => {
    const file = resolveFile(project, match[1] ?? '');
    if (!file) return [];
    const at = Number(match[2]);
    const why = `${log}: "${line.trim().slice(0, 120)}"`;
    const source = project.sources.get(file);
    const fn = source ? functionAt(source, at) : undefined;
    const clue: Clue = { kind: 'log', file, from: at, to: at, weight: 0.6, why };
    return fn ? [clue, { ...clue, from: fn.line, to: fn.endLine, weight: 0.4, function: fn.name }] : [clue];
  });
}

function functionsIn(line: string, log: string, project: Project): Clue[] {
  return (line.match(/[A-Za-z_]\w{3,}/g) ?? []).flatMap((word): Clue[] => {
    const fn = project.functions.get(word);
    if (!fn || word === 'main') return [];
    const why = `${log} names ${word}(): "${line.trim().slice(0, 100)}"`;
    return [{ kind: 'log', file: fn.file, from: fn.line, to: fn.endLine, weight: 0.45, why, function: word }];
  });
}
