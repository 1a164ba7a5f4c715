import { ok, type Problem, type Result } from '../../shared/problem.js';
import { text } from '../../shared/texts/words.js';
import { git, placeOf } from './git.js';
import { isPlainRelative } from './inside.js';

/** A commit of the repository, in its author's words. */
export interface PastCommit {
  commit: string;
  /** ISO 8601. */
  at: string;
  subject: string;
}

/** Separate the fields and the records of one log (git-log(1), PRETTY FORMATS). */
const [FIELD, RECORD] = ['\x1f', '\x1e'];

/** The last commits that changed a file or folder, or any; newest first. Errors: ARGUMENTS_MALFORMED, ENV_ERROR with git's words. */
export async function historyOf(
  dir: string,
  path: string | null,
  max: number,
): Promise<Result<PastCommit[]>> {
  if (path !== null && !isPlainRelative(path)) return refused(path);
  const format = `--format=%H${FIELD}%aI${FIELD}%s${RECORD}`;
  const where = path === null ? [] : ['--', `:(literal)${path}`];
  const log = await git(placeOf(dir), ['log', '--no-show-signature', `--max-count=${max}`, format, ...where]);
  if (!log.ok) return { ok: false, error: { code: 'ENV_ERROR', message: log.error } };
  const records = log.value.split(RECORD).map((record) => record.trim());
  return ok(records.filter((record) => record !== '').map(commitIn));
}

function commitIn(record: string): PastCommit {
  const [commit = '', at = '', subject = ''] = record.split(FIELD);
  return { commit, at, subject };
}

const refused = (where: string): { ok: false; error: Problem } => ({
  ok: false,
  error: {
    code: 'ARGUMENTS_MALFORMED',
    message: text`this path leads out of the repository`,
    where,
    next: text`give a path relative to the repository`,
  },
});
