import { readFileSync } from 'node:fs';
import path from 'node:path';
import { projectDir } from '../project.mjs';

/**
 * What a test file uses: processor seconds, calibrated (`whole`: with its tests of the full tier), and how many programs of each kind it starts by itself.
 *
 * @typedef {{ cpu?: number, whole?: number, reason?: string } & Partial<Record<Kind, number>>} Budget
 * @typedef {{ reference: number, ceiling: number, files: Record<string, Budget> }} Budgets
 * @typedef {'commandLine' | 'electron' | 'qemu' | 'compiler' | 'git' | 'other'} Kind
 * @typedef {{ file: string, cpu: number, starts: Partial<Record<Kind, number>> }} Usage as `test/usage.ts` notes it
 */

export const budgetsFile = path.join(projectDir, 'test', 'budgets.yaml');

/**
 * Kinds that a fast file needs a reason for, with what it may start without one.
 *
 * @type {Partial<Record<Kind, number>>}
 */
export const WITHOUT_REASON = { commandLine: 0, electron: 0, qemu: 0, compiler: 0, git: 20 };

/** What files share is made by the one that comes first, another one each time. */
const SHARED = 1.1;

/** Whether a test file belongs to the full tier alone. */
export const isFull = (/** @type {string} */ file) => file.endsWith('.full.test.ts');

/** What a file without a weight is taken for, in processor seconds: begun early, because it may be long. */
const UNKNOWN = 10;

/**
 * Calibrated processor seconds that a test file is expected to take.
 *
 * @param {string} file
 * @param {Budgets} budgets
 */
export const weightOf = (file, { files }) => files[file]?.whole ?? files[file]?.cpu ?? UNKNOWN;

/**
 * Reads the form that `writeBudgets` gives the file, without a library: it is read before packages are installed.
 *
 * @param {string} [text]
 * @returns {Budgets}
 */
export function readBudgets(text = readFileSync(budgetsFile, 'utf8')) {
  const number = (/** @type {string} */ key) => Number(new RegExp(`^${key}: ([\\d.]+)`, 'm').exec(text)?.[1]);
  const lines = [...text.matchAll(/^ {2}(test\/\S+): (\{.*\})$/gm)];
  const files = Object.fromEntries(lines.map(([, file, budget]) => [file, JSON.parse(String(budget))]));
  return { reference: number('reference'), ceiling: number('ceiling'), files };
}

/**
 * @param {Budgets} budgets
 * @returns {string} YAML with a line for each test file
 */
export function writeBudgets({ reference, ceiling, files }) {
  const lines = Object.keys(files)
    .sort()
    .map(
      (file) => `  ${file}: ${JSON.stringify(files[file]).replaceAll('":', '": ').replaceAll(',"', ', "')}`,
    );
  return [
    '# What each test file uses, measured one file at a time by `npm run test:full -- --weights`: calibrated processor seconds (`cpu`),',
    '# and the programs that it starts by itself, by kind. A fast file that starts more than CONTRIBUTING.md allows says why in `reason`.',
    '',
    '# Processor seconds that the fixed work of build/test/calibration.mjs took on the quiet computer of the measurements.',
    `reference: ${reference}`,
    '# Calibrated processor seconds that `npm test` may use in all. More fails the run.',
    `ceiling: ${ceiling}`,
    'files:',
    ...lines,
    '',
  ].join('\n');
}

/**
 * What a file started beyond its budget, as words; empty where it kept to it. What needs no reason is there beside it.
 *
 * @param {Usage} usage
 * @param {Budgets} budgets
 */
export function overBudget({ file, starts }, { files }) {
  const kinds = /** @type {Kind[]} */ (Object.keys(WITHOUT_REASON));
  const over = kinds.flatMap((kind) => {
    const may = (WITHOUT_REASON[kind] ?? 0) + Math.floor((files[file]?.[kind] ?? 0) * SHARED);
    return (starts[kind] ?? 0) > may ? [`${starts[kind]} × ${kind} (may: ${may})`] : [];
  });
  return over.join(', ');
}

/**
 * What a measured file may start from now on: what it started, and more than before only with a reason.
 *
 * @param {Usage} usage
 * @param {Budget | undefined} before
 */
function mayStart({ file, starts }, before) {
  if (isFull(file) || before?.reason !== undefined) return starts;
  const kinds = /** @type {Kind[]} */ (Object.keys(starts));
  const most = (/** @type {Kind} */ kind) => Math.max(before?.[kind] ?? 0, WITHOUT_REASON[kind] ?? Infinity);
  return Object.fromEntries(kinds.map((kind) => [kind, Math.min(starts[kind] ?? 0, most(kind))]));
}

/**
 * The budgets with what was measured anew; reasons stay, and files that are gone go.
 *
 * @param {Budgets} budgets
 * @param {readonly Usage[]} measured calibrated
 * @param {(file: string) => boolean} exists
 * @param {boolean} [whole] fast files were measured with their tests of the full tier
 * @returns {Budgets}
 */
export function withMeasured(budgets, measured, exists, whole = false) {
  const kept = Object.entries(budgets.files).filter(([file]) => exists(file));
  const files = Object.fromEntries(kept);
  for (const usage of measured) {
    const before = files[usage.file];
    const cpu = Number(usage.cpu.toFixed(2));
    if (whole && !isFull(usage.file)) {
      files[usage.file] = { ...before, whole: cpu };
      continue;
    }
    const reason = before?.reason === undefined ? {} : { reason: before.reason };
    files[usage.file] = { cpu, ...mayStart(usage, before), ...reason };
  }
  return { ...budgets, files };
}
