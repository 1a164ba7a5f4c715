import type { Problem, Result } from '../../shared/problem.js';
import { ok } from '../../shared/problem.js';
import { inEnglish } from '../../shared/texts/words.js';
import { type Change, readChange, tokenChange } from './change.js';
import { codeViolations, newTokens } from './code-rules.js';
import { declaredPaths } from './declared-paths.js';
import { needsTestNames } from './forgery-rules.js';
import { fileViolations, pathViolations, shapeViolations } from './path-rules.js';
import { assessRisk, type ChangedFile, linesChanged } from './risk.js';
import { NO_TEST_NAMES, testNamesOf } from './test-names.js';
import type { PatchRules, PatchVerdict, RiskReason, Violation } from './verdict.js';

export type { PatchRules, PatchVerdict } from './verdict.js';

/** What "smallest change" means after a refused patch. */
const SMALLEST = { maxFiles: 1, maxLines: 10 };

/** Calls that a diagnostic patch may add. */
const LOG_CALL =
  /(?:printf|printk|puts|putc|putchar|assert)$|(?:^|_)(?:log|trace|debug|print|dump)(?:_|$)|^(?:LOG|TRACE|DEBUG|DBG)/i;
const CHANGES_FLOW = /^(?:return|goto|break|continue|if|else|for|while|do|switch|case|asm|__asm__?)$/;
const CHANGES_STATE = /^(?:[-+*/%&|^]?=|<<=|>>=|\+\+|--|[{}])$/;

/** git's own refusals that are about safety, not about context. */
const UNSAFE = /invalid path|beyond a symbolic link|unsafe|is outside/i;

function sizeViolations(change: Change, rules: PatchRules): Violation[] {
  const { maxFiles, maxLines } = rules.smallestChange
    ? { maxFiles: SMALLEST.maxFiles, maxLines: Math.min(SMALLEST.maxLines, rules.maxLines) }
    : rules;
  const lines = linesChanged(change.files);
  const out: Violation[] = [];
  if (change.files.length > maxFiles)
    out.push({ rule: 'maxFiles', file: '', message: `more than ${maxFiles} files are changed` });
  if (lines > maxLines)
    out.push({ rule: 'maxLines', file: '', message: `${lines} lines are changed, ${maxLines} are allowed` });
  return out;
}

function isOnlyLog({ file, tokens }: ChangedFile): boolean {
  if (file.status === 'deleted' || file.hunks.some((h) => h.oldLines > 0)) return false;
  const added = newTokens(tokens);
  const calls = tokens.all.filter(
    (t, i) => added.includes(t) && t.kind === 'word' && tokens.all[i + 1]?.text === '(',
  );
  const directives = added.every((t) => t.directive === null || ['', 'include'].includes(t.directive));
  const flow = added.some(
    (t) => t.directive === null && (CHANGES_FLOW.test(t.text) || CHANGES_STATE.test(t.text)),
  );
  return directives && !flow && calls.every((t) => LOG_CALL.test(t.text) || t.text === 'sizeof');
}

function logViolations(changed: readonly ChangedFile[], rules: PatchRules): Violation[] {
  if (!rules.logOnly) return [];
  return changed
    .filter((c) => !isOnlyLog(c))
    .map(({ file }) => ({
      rule: 'logOnly',
      file: file.path,
      message: 'only added log or assertion calls are allowed here',
    }));
}

const refusal = (violations: Violation[], files: string[]): PatchVerdict => ({
  accepted: false,
  violations,
  risk: 1,
  reasons: [{ reason: 'the patch names paths that no patch may name', weight: 1 }],
  files,
  linesChanged: 0,
  tree: null,
});

function riskViolations(risk: number, reasons: readonly RiskReason[], rules: PatchRules): Violation[] {
  if (risk <= rules.riskThreshold) return [];
  const why = reasons.slice(0, 3).map((r) => r.reason);
  return [
    { rule: 'risk', file: '', message: `risk ${risk} is above ${rules.riskThreshold}: ${why.join(', ')}` },
  ];
}

/** Beyond this no rule of code is worth its time: the size alone refuses the patch. */
const MAX_JUDGED_LINES = 20_000;

/**
 * Judges what a change does to a clone, however it was put: the rules that refuse it, and its risk. @throws Error with git's words
 *
 * @param dir the clone, whose tests say which names a change may not take
 */
export async function judgeChange(dir: string, change: Change, rules: PatchRules): Promise<PatchVerdict> {
  const size = sizeViolations(change, rules);
  const lines = linesChanged(change.files);
  const judged = lines > MAX_JUDGED_LINES && size.length > 0 ? [] : change.files;
  const changed = judged.map((file) => ({ file, tokens: tokenChange(file) }));
  const isAsked = changed.some(({ tokens }) => needsTestNames(newTokens(tokens), tokens.all));
  const tests = isAsked ? await testNamesOf(dir, rules) : NO_TEST_NAMES;
  const { risk, reasons } = judged.length === 0 ? { risk: 1, reasons: [] } : assessRisk(changed);
  const violations = [
    ...fileViolations(change, rules),
    ...size,
    ...changed.flatMap(({ file, tokens }) => codeViolations(file, tokens, rules, tests)),
    ...logViolations(changed, rules),
    ...riskViolations(risk, reasons, rules),
  ];
  const files = change.files.map((file) => file.path);
  const accepted = violations.length === 0;
  return { accepted, violations, risk, reasons, files, linesChanged: lines, tree: change.tree };
}

/**
 * Judges a patch before it is applied: rules that refuse it (nobody can approve it then) and its risk. Judged is what
 * git would make of the patch in the clone, not what its headers claim. Changes nothing.
 * Errors: PATCH_APPLY_FAILURE if it does not apply and breaks no rule.
 */
export async function judgePatch(
  dir: string,
  patch: string,
  rules: PatchRules,
): Promise<Result<PatchVerdict>> {
  const declared = declaredPaths(patch);
  const shapes = shapeViolations(declared);
  if (shapes.length > 0) return ok(refusal(shapes, declared));
  const change = await readChange(dir, patch, rules.maxFiles);
  if (change.ok) return ok(await judgeChange(dir, change.value, rules));
  const unsafe = unsafeViolations(change.error);
  const paths = declared.flatMap((path) => pathViolations(path, rules));
  const violations = [...unsafe, ...paths];
  return violations.length > 0 ? ok(refusal(violations, declared)) : change;
}

const unsafeViolations = (error: Problem): Violation[] =>
  error.code === 'PATCH_APPLY_FAILURE' && UNSAFE.test(inEnglish(error.message))
    ? [{ rule: 'outside', file: '', message: inEnglish(error.message) }]
    : [];
